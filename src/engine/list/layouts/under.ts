import type { Point } from './useDrag.ts'

/** The nearest element at a point that carries a data attribute. */
export const under = (at: Point, selector: string): HTMLElement | null =>
  document.elementFromPoint(at.x, at.y)?.closest<HTMLElement>(selector) ?? null
