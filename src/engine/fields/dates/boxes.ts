import { DayBox } from './DayBox.tsx'
import { TimeBox } from './TimeBox.tsx'

/** The product's own inputs of days and times, by the type of the native inputs they stand for. */
export const boxes: ReadonlyMap<string, typeof DayBox | typeof TimeBox> = new Map([
  ['date', DayBox],
  ['time', TimeBox],
])
