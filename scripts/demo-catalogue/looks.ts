import type { Look } from '../pictures/portrait.ts';

/** The drawn portrait of each demonstration mentor, by the slug of the name. */
// biome-ignore format: one person a line, to be compared at a glance
export const LOOKS: Record<string, Look> = {
  'ananya-deshpande': { hair: 41, skin: 'wheat', body: 16, cloth: 'cream', clothDark: 'night', eyes: 5, brows: 12, nose: 2, lips: 3, backdrop: 'amber' },
  'harpreet-singh-bhullar': { hair: 61, headwear: 'terracotta', skin: 'wheat', body: 7, cloth: 'stone', clothDark: 'night', eyes: 5, brows: 7, nose: 9, lips: 3, beard: 2, backdrop: 'sand' },
  'lakshmi-venkataraghavan': { hair: 30, hairColour: 'grey', skin: 'brown', body: 13, cloth: 'maroon', clothDark: 'cocoa', eyes: 5, brows: 5, nose: 4, lips: 22, glasses: 11, bindi: 'maroon', backdrop: 'honey', mirrored: true },
  'imtiaz-rahmani': { hair: 55, skin: 'wheat', body: 14, cloth: 'sage', clothDark: 'forest', eyes: 5, brows: 4, nose: 12, lips: 22, beard: 2, backdrop: 'stone' },
  'ritwik-bandopadhyay': { hair: 31, hairColour: 'black', skin: 'tan', body: 14, cloth: 'mustard', clothDark: 'cocoa', eyes: 5, brows: 1, nose: 6, lips: 23, glasses: 3, backdrop: 'clay', mirrored: true },
  'meher-lakdawala': { hair: 2, hairColour: 'brown', skin: 'light', body: 21, cloth: 'rose', clothDark: 'maroon', eyes: 5, brows: 12, nose: 3, lips: 22, backdrop: 'apricot' },
  'sanathoi-laishram': { hair: 10, skin: 'light', body: 11, cloth: 'indigo', clothDark: 'night', eyes: 5, brows: 5, nose: 14, lips: 22, backdrop: 'rose' },
  'arvind-kulasekaran': { hair: 35, hairColour: 'grey', skin: 'deep', body: 25, cloth: 'sky', clothDark: 'night', eyes: 5, brows: 9, nose: 20, lips: 23, beard: 5, glasses: 8, backdrop: 'sand', mirrored: true },
  'nafisa-kapadia': { hair: 63, hairColour: 'teal', headwear: 'cream', skin: 'wheat', body: 12, cloth: 'cream', clothDark: 'cocoa', eyes: 5, brows: 12, nose: 2, lips: 3, backdrop: 'honey' },
  'jerin-pulickal': { hair: 22, skin: 'brown', body: 23, cloth: 'teal', clothDark: 'forest', eyes: 5, brows: 4, nose: 13, lips: 14, beard: 12, backdrop: 'amber', mirrored: true },
  'devyani-chundawat': { hair: 28, skin: 'tan', body: 15, cloth: 'terracotta', clothDark: 'maroon', eyes: 4, brows: 5, nose: 6, lips: 22, bindi: 'maroon', backdrop: 'sand' },
  'karthik-nadimpalli': { hair: 13, skin: 'brown', body: 9, cloth: 'indigo', clothDark: 'night', eyes: 5, brows: 9, nose: 10, lips: 3, glasses: 11, backdrop: 'stone' },
  'ishita-borthakur': { hair: 48, skin: 'light', body: 22, cloth: 'mustard', clothDark: 'maroon', eyes: 5, brows: 1, nose: 7, lips: 23, backdrop: 'terracotta', mirrored: true },
  'jignesh-vadgama': { hair: 6, skin: 'tan', body: 19, cloth: 'cream', clothDark: 'cocoa', eyes: 5, brows: 7, nose: 16, lips: 3, beard: 7, backdrop: 'apricot' },
  'tenzing-lepcha': { hair: 19, skin: 'wheat', body: 10, cloth: 'sage', clothDark: 'forest', eyes: 5, brows: 4, nose: 14, lips: 22, backdrop: 'clay', mirrored: true },
  'sumati-hegde': { hair: 43, skin: 'tan', body: 14, cloth: 'sky', clothDark: 'night', eyes: 5, brows: 12, nose: 11, lips: 22, glasses: 3, backdrop: 'amber' },
  'omkar-gaitonde': { hair: 54, skin: 'wheat', body: 16, cloth: 'sky', clothDark: 'night', eyes: 5, brows: 9, nose: 1, lips: 3, glasses: 8, backdrop: 'rose', mirrored: true },
  'prerna-kakkar': { hair: 37, hairColour: 'brown', skin: 'light', body: 17, cloth: 'cream', clothDark: 'night', eyes: 5, brows: 5, nose: 6, lips: 3, backdrop: 'stone' },
  'bhaskar-mohapatra': { hair: 27, skin: 'deep', body: 14, cloth: 'cream', clothDark: 'cocoa', eyes: 5, brows: 7, nose: 9, lips: 22, beard: 3, backdrop: 'terracotta' },
  'rukmini-chelladurai': { hair: 39, skin: 'deep', body: 21, cloth: 'mustard', clothDark: 'cocoa', eyes: 5, brows: 12, nose: 4, lips: 3, bindi: 'maroon', backdrop: 'sand', mirrored: true },
  'kunal-wadhwani': { hair: 53, skin: 'wheat', body: 24, cloth: 'terracotta', clothDark: 'cocoa', eyes: 5, brows: 4, nose: 8, lips: 23, backdrop: 'honey' },
  'daljeet-kaur-sekhon': { hair: 29, skin: 'wheat', body: 12, cloth: 'teal', clothDark: 'forest', eyes: 5, brows: 5, nose: 3, lips: 23, backdrop: 'clay' },
  'banri-kharkongor': { hair: 58, skin: 'light', body: 24, cloth: 'rose', clothDark: 'maroon', eyes: 5, brows: 12, nose: 7, lips: 14, backdrop: 'amber', mirrored: true },
  'sreejith-nambiar': { hair: 16, skin: 'brown', body: 20, cloth: 'cream', clothDark: 'maroon', eyes: 5, brows: 9, nose: 19, lips: 22, beard: 10, glasses: 8, backdrop: 'sand' },
  'behram-sukhadwala': { hair: 34, hairColour: 'silver', skin: 'light', body: 17, cloth: 'stone', clothDark: 'night', eyes: 5, brows: 10, nose: 20, lips: 3, beard: 9, glasses: 11, backdrop: 'rose', mirrored: true },
  'swarali-phadke': { hair: 20, skin: 'tan', body: 1, cloth: 'mustard', clothDark: 'cocoa', eyes: 5, brows: 1, nose: 2, lips: 14, backdrop: 'apricot' },
  'shivendra-chaubey': { hair: 18, skin: 'tan', body: 21, cloth: 'stone', clothDark: 'cocoa', eyes: 5, brows: 7, nose: 12, lips: 23, beard: 6, backdrop: 'honey', mirrored: true },
  'madhurima-talukdar': { hair: 23, skin: 'brown', body: 8, cloth: 'cream', clothDark: 'maroon', eyes: 5, brows: 5, nose: 10, lips: 3, glasses: 11, bindi: 'maroon', backdrop: 'terracotta' } };
