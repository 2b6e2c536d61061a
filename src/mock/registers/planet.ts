import type { RegisterSource } from '../../rsf/register-source.ts';
import { OURS, fromTables } from './table.ts';

// planet|name|moons|discovered|text, as things stood in January 2006. Uranus has a slip of the pen in
// its date, corrected later.
const PLANETS = `
mercury|Mercury|0||The smallest planet and the nearest to the Sun: a year of **88 days**.
venus|Venus|0||Turns *backwards*, once in 243 days. Hotter than Mercury.
earth|Earth|1||The one with the [oceans](https://en.wikipedia.org/wiki/Ocean).
mars|Mars|2||Has the highest volcano known, *Olympus Mons*.
jupiter|Jupiter|63||The largest: more than **twice** the mass of all other planets together.
saturn|Saturn|47||Known for its rings. Less dense than water.
uranus|Uranus|27|1781-03-31|Lies on its side. Found by **William Herschel** with a telescope.
neptune|Neptune|13|1846-09-23|Found where *Le Verrier* had calculated that it must be.
pluto|Pluto|3|1930-02-18|Found by **Clyde Tombaugh** at the Lowell Observatory.
`;

const CHANGES = `
2006-08-25T09:30:00Z|pluto|end-date=2006-08-24|text=Found by **Clyde Tombaugh** at the Lowell Observatory. A *dwarf planet* since the resolution of the International Astronomical Union.
2006-09-04T14:12:36Z|uranus|discovered=1781-03-13
2025-03-31T10:00:00Z|jupiter|moons=95
2025-03-31T10:01:12Z|saturn|moons=274
2025-03-31T10:02:25Z|uranus|moons=28
2025-03-31T10:03:40Z|neptune|moons=16
`;

// attribute|datatype|cardinality|register|title|text
const FIELDS = `
planet|string|1|planet|Planet|The name in lower case.
name|string|1||Name|The name in English.
moons|integer|1||Moons|How many moons were known when the entry was made.
discovered|datetime|1||Discovered|The day of discovery. The planets seen with the naked eye have none.
text|text|1||About|A remark, in Markdown.
end-date|datetime|1||End date|The day since when it is no longer called a planet.
`;

/**
 * planet is the bundled register of planets: 15 entries, so that its whole tree fits on a page. One record is
 * ended, one was corrected.
 */
export const planet: RegisterSource = fromTables({
  ...OURS,
  name: 'planet',
  title: 'Planets',
  text: 'The planets of the Solar System. A demonstration register, small enough to be seen whole.',
  phase: 'alpha',
  startDate: '2006-01',
  fields: FIELDS,
  batches: [{ timestamp: '2006-01-16T09:00:00Z', rows: PLANETS }],
  changes: CHANGES,
});
