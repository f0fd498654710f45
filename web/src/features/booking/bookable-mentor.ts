/** What booking needs to know of a mentor. */
export interface BookableMentor {
  id: string;
  name: string;
  title: string;
  image: string;
  /** Rupees per session. */
  price: number;
}
