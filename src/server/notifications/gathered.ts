import { serverTexts } from '../texts/index.ts'
import type { Addressed } from './deliver.ts'

/** A device shows so many lines. */
const LINES = 4

/** What was kept for one person through their quiet hours, as one message: each with its way, in the order given. At least two. */
export const gathered = (those: readonly Addressed[]): Addressed => {
  const [{ language = 'en', address, close }] = those as readonly [Addressed]
  const more = those.length - LINES
  return {
    language,
    address,
    close,
    link: null,
    title: serverTexts[language].frame.gathered.replace('{{count}}', String(those.length)),
    body: [
      ...those.slice(0, LINES).map((one) => one.title),
      ...(more > 0 ? [`+${more}`] : []),
    ].join('\n'),
    items: those.map(({ title, body, link }) => ({ title, body, link })),
  }
}
