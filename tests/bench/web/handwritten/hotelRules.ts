/** What a hotel must be, as one hand-written Zod object. */
import { z } from 'zod'

const optional = (most: number) => z.string().max(most).nullish()
const number = (least: number, most: number) => z.coerce.number().min(least).max(most)

export const hotelRules = z.object({
  name: z.string().min(1).max(120),
  slug: z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/),
  vendor: z.uuid(),
  category: z.uuid().nullish(),
  stars: z.int().min(1).max(5).nullish(),
  tags: z.array(z.string().max(50)),
  description: optional(20_000),
  email: z.email(),
  phone: optional(40),
  website: z.url().nullish(),
  address: z
    .object({
      line: optional(200),
      city: optional(120),
      region: optional(120),
      postalCode: optional(20),
      country: optional(2),
    })
    .nullish(),
  location: z.object({ lat: number(-90, 90), lng: number(-180, 180) }).nullish(),
  timezone: z.string().min(1),
  checkInTime: z.iso.time(),
  checkOutTime: z.iso.time(),
  facilities: z.array(z.uuid()),
  roomTypes: z.array(
    z.object({
      code: z.string().min(1).max(40),
      name: z.string().min(1).max(80),
      adults: number(1, 20),
      children: number(0, 20),
      rooms: number(0, 10_000),
      nightlyRate: number(0, 1_000_000),
    }),
  ),
  refundRules: z.array(z.object({ daysBefore: number(0, 365), percent: number(0, 100) })),
})
export type HotelValues = z.infer<typeof hotelRules>
