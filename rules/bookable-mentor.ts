/** What choosing a slot and paying for it need to know of a mentor. */
export interface BookableMentor {
  id: string;
  name: string;
  title: string;
  image: string;
  /** Rupees per session. */
  price: number;
}
