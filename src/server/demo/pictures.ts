import { encodePng } from './png.ts'
import type { Random } from './random.ts'

const WIDTH = 960
const HEIGHT = 640

type Colour = readonly [number, number, number]
const hex = (text: string): Colour =>
  [0, 2, 4].map((i) => parseInt(text.slice(i, i + 2), 16)) as unknown as Colour

/** Colours of upper sky, sky at the horizon, far hills, near ground, walls, roof and windows. */
interface Palette {
  readonly name: string
  readonly top: string
  readonly low: string
  readonly hill: string
  readonly ground: string
  readonly wall: string
  readonly roof: string
  readonly window: string
}

const palettes: readonly Palette[] = [
  {
    name: 'morning by the sea',
    top: '7ec8e3',
    low: 'fdf1d6',
    hill: '8fb9aa',
    ground: '2a7f9e',
    wall: 'fffaf0',
    roof: 'd9734e',
    window: '5b7fa6',
  },
  {
    name: 'evening light',
    top: '2b2d5b',
    low: 'f7a072',
    hill: '5c4b7a',
    ground: '2f2742',
    wall: 'e8c9a0',
    roof: '7a3b3f',
    window: 'ffe9a8',
  },
  {
    name: 'among vineyards',
    top: '9fd3f5',
    low: 'f3f7e4',
    hill: '7ba05b',
    ground: '557a3d',
    wall: 'f6e7cb',
    roof: 'b5573a',
    window: '6b5a4b',
  },
  {
    name: 'old town',
    top: 'bcd4e6',
    low: 'fbeee0',
    hill: 'a89f91',
    ground: '8c7b6b',
    wall: 'f2d6a2',
    roof: 'a6452f',
    window: '4f6d7a',
  },
  {
    name: 'night in the city',
    top: '0b1030',
    low: '3b4a7a',
    hill: '1b2348',
    ground: '10142b',
    wall: '39456f',
    roof: '1e274d',
    window: 'ffd873',
  },
  {
    name: 'in the mountains',
    top: '6fb1e0',
    low: 'e9f4fb',
    hill: '9aa9b5',
    ground: '4f7a55',
    wall: '8a5f3f',
    roof: '5b3a29',
    window: 'ffe6b0',
  },
  {
    name: 'white village',
    top: '3f9bd8',
    low: 'd8f0fb',
    hill: 'c9b79c',
    ground: 'b79f7a',
    wall: 'ffffff',
    roof: '3a6ea5',
    window: '2e5d8c',
  },
  {
    name: 'garden front',
    top: 'a7d8f0',
    low: 'fefae0',
    hill: '9cc27e',
    ground: '6a994e',
    wall: 'fbe4d8',
    roof: '8d6a9f',
    window: '6d8ea0',
  },
  {
    name: 'winter morning',
    top: 'c3d5e8',
    low: 'fbfdff',
    hill: 'd4dfe8',
    ground: 'eef3f7',
    wall: 'b5725a',
    roof: 'f4f7fa',
    window: 'ffdf9e',
  },
  {
    name: 'desert evening',
    top: 'e27d60',
    low: 'fbe3b5',
    hill: 'c38d6b',
    ground: 'a9714b',
    wall: 'f0d2a8',
    roof: 'c96f4a',
    window: '6e4a3a',
  },
  {
    name: 'at the harbour',
    top: '8ab6d6',
    low: 'e9eef2',
    hill: '6d8a9c',
    ground: '3d5a73',
    wall: 'd94f4f',
    roof: '3b3b4f',
    window: 'f7f3e3',
  },
  {
    name: 'autumn park',
    top: 'b9cfe0',
    low: 'fbeed5',
    hill: 'd98e4a',
    ground: 'a8632d',
    wall: 'f3e3c8',
    roof: '5d4a66',
    window: '5f6f7f',
  },
]

class Canvas {
  readonly pixels = new Uint8Array(WIDTH * HEIGHT * 3)
  set(x: number, y: number, [r, g, b]: Colour): void {
    if (x < 0 || y < 0 || x >= WIDTH || y >= HEIGHT) return
    const at = (y * WIDTH + x) * 3
    this.pixels[at] = r
    this.pixels[at + 1] = g
    this.pixels[at + 2] = b
  }

  rectangle(left: number, top: number, width: number, height: number, colour: Colour): void {
    for (let y = Math.round(top); y < top + height; y++) {
      for (let x = Math.round(left); x < left + width; x++) this.set(x, y, colour)
    }
  }

  disc(cx: number, cy: number, radius: number, colour: Colour): void {
    for (let y = -radius; y <= radius; y++) {
      for (let x = -radius; x <= radius; x++) {
        if (x * x + y * y <= radius * radius) this.set(cx + x, cy + y, colour)
      }
    }
  }

  /** Draws a gable above a wall. */
  gable(left: number, base: number, width: number, height: number, colour: Colour): void {
    for (let y = 0; y < height; y++) {
      const half = (width / 2) * (1 - y / height)
      this.rectangle(left + width / 2 - half, base - y - 1, half * 2, 1, colour)
    }
  }
}

const mix = (a: Colour, b: Colour, share: number): Colour =>
  [0, 1, 2].map((i) => Math.round(a[i]! + (b[i]! - a[i]!) * share)) as unknown as Colour

const sky = (canvas: Canvas, p: Palette, horizon: number): void => {
  for (let y = 0; y < HEIGHT; y++) {
    canvas.rectangle(0, y, WIDTH, 1, mix(hex(p.top), hex(p.low), Math.min(1, y / horizon)))
  }
}

const hills = (
  canvas: Canvas,
  colour: Colour,
  base: number,
  height: number,
  phase: number,
): void => {
  for (let x = 0; x < WIDTH; x++) {
    const y =
      base - height * (0.5 + 0.3 * Math.sin(x / 130 + phase) + 0.2 * Math.sin(x / 57 + phase * 2))
    canvas.rectangle(x, y, 1, HEIGHT - y, colour)
  }
}

interface House {
  readonly left: number
  readonly width: number
  readonly floors: number
  readonly base: number
  readonly gabled: boolean
}

const house = (
  canvas: Canvas,
  p: Palette,
  { left, width, floors, base, gabled }: House,
  shade: number,
  lit: (n: number) => boolean,
): void => {
  const floor = 54
  const top = base - floors * floor - 20
  const wall = mix(hex(p.wall), [0, 0, 0], shade)
  canvas.rectangle(left, top, width, base - top, wall)
  canvas.rectangle(left + width * 0.72, top, width * 0.28, base - top, mix(wall, [0, 0, 0], 0.06))
  if (gabled) canvas.gable(left - 14, top, width + 28, 70, hex(p.roof))
  else canvas.rectangle(left - 8, top - 16, width + 16, 16, hex(p.roof))
  const columns = Math.max(2, Math.floor(width / 52))
  const gap = width / columns
  for (let f = 0; f < floors; f++) {
    for (let c = 0; c < columns; c++) {
      const x = left + gap * c + gap / 2 - 11
      const y = top + 22 + f * floor
      const isDoor = f === floors - 1 && c === Math.floor(columns / 2)
      canvas.rectangle(x - 2, y - 2, 26, isDoor ? 54 : 34, mix(wall, [0, 0, 0], 0.2))
      if (isDoor) {
        canvas.rectangle(x, y, 22, 50, hex(p.roof))
        continue
      }
      const glass = lit(f * 31 + c) ? hex(p.window) : mix(hex(p.window), hex(p.top), 0.5)
      canvas.rectangle(x, y, 22, 30, glass)
      canvas.rectangle(x + 10, y, 2, 30, mix(wall, [0, 0, 0], 0.2))
    }
  }
}

const draw = (p: Palette, random: Random): Buffer => {
  const canvas = new Canvas()
  const horizon = 430
  sky(canvas, p, horizon)
  canvas.disc(
    random.int(120, 840),
    random.int(90, 190),
    random.int(34, 52),
    mix(hex(p.low), [255, 255, 255], 0.6),
  )
  hills(canvas, mix(hex(p.hill), hex(p.low), 0.35), horizon, 150, random.int(0, 60) / 10)
  hills(canvas, hex(p.hill), horizon + 40, 100, random.int(0, 60) / 10)
  const lit = (n: number): boolean => (n * 7919 + p.name.length * 31) % 5 < 3
  const neighbours = [random.int(20, 90), random.int(690, 760)]
  for (const left of neighbours) {
    house(
      canvas,
      p,
      {
        left,
        width: random.int(120, 190),
        floors: random.int(2, 4),
        base: 540,
        gabled: random.chance(0.6),
      },
      0.14,
      lit,
    )
  }
  house(
    canvas,
    p,
    {
      left: random.int(270, 330),
      width: random.int(300, 360),
      floors: random.int(4, 6),
      base: 560,
      gabled: random.chance(0.5),
    },
    0,
    lit,
  )
  for (let y = 540; y < HEIGHT; y++) {
    canvas.rectangle(
      0,
      y,
      WIDTH,
      1,
      y < 560
        ? mix(hex(p.ground), hex(p.hill), 0.3)
        : mix(hex(p.ground), [0, 0, 0], ((y - 560) / 80) * 0.25),
    )
  }
  for (let n = 0; n < 9; n++) {
    const x = random.int(0, WIDTH)
    canvas.rectangle(x - 3, 545, 6, 30, mix(hex(p.roof), [0, 0, 0], 0.4))
    canvas.disc(x, 530, random.int(16, 30), mix(hex(p.ground), hex(p.hill), random.int(2, 8) / 10))
  }
  return encodePng(WIDTH, HEIGHT, canvas.pixels)
}

/** Draws pictures of houses, 960 × 640, each with its own palette. */
export const drawPictures = (random: Random): { name: string; alt: string; bytes: Buffer }[] =>
  palettes.map((p) => ({
    name: `${p.name.replaceAll(' ', '-')}.png`,
    alt: p.name.charAt(0).toUpperCase() + p.name.slice(1),
    bytes: draw(p, random),
  }))
