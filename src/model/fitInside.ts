/** Largest size at which threads show an attached picture, in pixels. */
export const ATTACHED = { width: 220, height: 160 } as const

interface Size {
  readonly width: number
  readonly height: number
}

/**
 * Returns the size of a picture that is scaled down, never up, to fit inside a box: what an `<img>`
 * states so that nothing moves when the picture arrives. Whole pixels, at least one.
 */
export const fitInside = ({ width, height }: Size, box: Size): Size => {
  const scale = Math.min(1, box.width / width, box.height / height)
  const scaled = (length: number): number => Math.max(1, Math.round(length * scale))
  return { width: scaled(width), height: scaled(height) }
}
