/** The organisation as the seller on its documents. */
import { zodText } from '../base/issues.ts'
import { say, type Said } from '#model/message.ts'
import * as z from 'zod'
import { invalid } from '../base/problem.ts'
import type { Letterhead } from '../pdf/letterhead.ts'
import { plainSeller } from '../pdf/letterhead.ts'

/** Longest logo as a data URL, in characters. */
const MAX_LOGO = 80_000
/** Largest sides of a logo, in pixels. */
const [MAX_WIDTH, MAX_HEIGHT] = [1200, 600]
const LOGO = /^data:image\/(?:png|jpeg);base64,[A-Za-z0-9+/]+={0,2}$/

const entered = (max: number) => z.string().trim().max(max)
const written = (max: number, lines: number) =>
  entered(max).refine(
    (text) => text.split('\n').length <= lines,
    zodText(say('Write {{n}} lines at most', { n: lines })),
  )

/** What documents show of their seller; empty texts are left out. */
export const seller = z.strictObject({
  legalName: entered(160),
  /** Lines of the address. */
  address: written(300, 6),
  taxId: entered(40),
  /** Lines about the account to pay to. */
  bank: written(300, 4),
  /** Lines at the bottom of each page. */
  footer: written(500, 4),
  /** Colour of the titles, `#rrggbb`. */
  colour: z.string().regex(/^(?:#[0-9a-fA-F]{6})?$/, 'Use a colour such as #0f2051'),
  /** PNG or JPEG as a data URL. */
  logo: z
    .string()
    .max(MAX_LOGO, 'Choose a smaller picture')
    .refine((text) => text === '' || LOGO.test(text), 'Choose a PNG or JPEG picture'),
})
export type Seller = z.output<typeof seller>

export const noSeller: Seller = {
  legalName: '',
  address: '',
  taxId: '',
  bank: '',
  footer: '',
  colour: '',
  logo: '',
}

const wrongLogo = (message: Said) => invalid([{ path: 'seller.logo', code: 'invalid', message }])

/** Encodes the logo again, so that documents never parse an uploaded file. */
export const withCleanLogo = async (given: Seller): Promise<Seller> => {
  if (given.logo === '') return given
  const [, type = '', text = ''] = /^data:([^;]+);base64,(.+)$/.exec(given.logo) ?? []
  // Loads the decoder, which the server does not need to start.
  const { cleanPicture } = await import('../files/pictures.ts')
  const picture = await cleanPicture(Buffer.from(text, 'base64'), type).catch(() => {
    throw wrongLogo('This picture cannot be read.')
  })
  if (picture.width > MAX_WIDTH || picture.height > MAX_HEIGHT) {
    throw wrongLogo(
      say('Choose a picture of {{width}} × {{height}} pixels at most', {
        width: MAX_WIDTH,
        height: MAX_HEIGHT,
      }),
    )
  }
  const logo = `data:${type};base64,${Buffer.from(picture.bytes).toString('base64')}`
  if (logo.length > MAX_LOGO) throw wrongLogo('Choose a smaller picture')
  return { ...given, logo }
}

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

/** The letterhead of documents that the organisation `name` sends. */
export const letterheadOf = (name: string, given: Seller): Letterhead => {
  const { legalName, address, taxId, bank, footer, colour, logo } = given
  const plain = plainSeller(name)
  const identity = [legalName || name, taxId].filter(Boolean).join(' · ')
  const lines = [legalName, ...linesOf(address), taxId].filter(Boolean)
  const foot = [...linesOf(footer), linesOf(bank).join(' · ')].filter(Boolean)
  const says = lines.length > 0 || foot.length > 0
  return {
    ...plain,
    lines,
    footer: says ? [...foot, identity] : [],
    ...(colour ? { colour } : {}),
    ...(logo ? { logo: Buffer.from(logo.slice(logo.indexOf(',') + 1), 'base64') } : {}),
  }
}
