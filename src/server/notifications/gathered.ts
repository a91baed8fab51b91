import { serverTexts } from '../texts/index.ts'
import type { Addressed } from './deliver.ts'

/** Number of lines a device shows. */
const LINES = 4

/**
 * Combines the messages held during one person's quiet hours into one: each with its link, in the
 * given order. At least two.
 */
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
