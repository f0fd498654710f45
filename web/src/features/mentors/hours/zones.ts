import { mentorHours as copy } from '#copy/mentors/hours.ts';
import { groupBy } from '#lib/group-by.ts';
import { isTimeZone } from '#rules/mentors/hours.ts';

const INDIA = 'Asia/Kolkata';

/** Names that browsers still give, by those that the list of the world's zones has now. */
const RENAMED: Record<string, string> = {
  'Asia/Calcutta': INDIA,
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Catamarca': 'America/Argentina/Catamarca',
  'America/Cordoba': 'America/Argentina/Cordoba',
  'America/Jujuy': 'America/Argentina/Jujuy',
  'America/Mendoza': 'America/Argentina/Mendoza',
  'America/Indianapolis': 'America/Indiana/Indianapolis',
  'America/Louisville': 'America/Kentucky/Louisville',
  'America/Godthab': 'America/Nuuk',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Truk': 'Pacific/Chuuk',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Africa/Asmera': 'Africa/Asmara',
};

const nowNamed = (zone: string) => RENAMED[zone] ?? zone;

/** This browser's zone by its present name; null where it has none of the list. */
export function browserZone(): string | null {
  const zone = nowNamed(new Intl.DateTimeFormat().resolvedOptions().timeZone);
  return isTimeZone(zone) ? zone : null;
}

/** The zones that can be chosen: India's first, then those that are likely, the rest by continent. */
export function zoneGroups(present: string): { label: string; zones: string[] }[] {
  const suggested = [...new Set([INDIA, present, browserZone() ?? INDIA])];
  const all = [...new Set(Intl.supportedValuesOf('timeZone').map(nowNamed))]
    .filter((zone) => zone.includes('/') && isTimeZone(zone) && !suggested.includes(zone))
    .toSorted((one, other) => zoneName(one).localeCompare(zoneName(other)));
  const byContinent = groupBy(all, (zone) => zone.slice(0, zone.indexOf('/')));
  return [
    { label: copy.zone.suggested, zones: suggested },
    ...[...byContinent]
      .toSorted(([one], [other]) => one.localeCompare(other))
      .map(([label, zones]) => ({ label, zones })),
    ...(suggested.includes('UTC') ? [] : [{ label: copy.zone.universal, zones: ['UTC'] }]),
  ];
}

/** "India (IST)", "New York", "Buenos Aires (Argentina)". */
export function zoneName(zone: string): string {
  if (zone === INDIA) return copy.zone.india;
  const [city = zone, ...regions] = zone.replaceAll('_', ' ').split('/').toReversed();
  const region = regions.length > 1 ? regions[0] : undefined;
  return region ? `${city} (${region})` : city;
}
