import { faker as de } from '@faker-js/faker/locale/de'
import { faker as enGB } from '@faker-js/faker/locale/en_GB'
import { faker as es } from '@faker-js/faker/locale/es'
import { faker as fr } from '@faker-js/faker/locale/fr'
import { faker as it } from '@faker-js/faker/locale/it'
import { faker as nl } from '@faker-js/faker/locale/nl'
import { faker as ptPT } from '@faker-js/faker/locale/pt_PT'
import type { Faker } from '@faker-js/faker'
import { v7 as uuidv7 } from 'uuid'

const DAY_MS = 86_400_000
const SEED = 20_260_101

const fakers: Readonly<Record<string, Faker>> = {
  PT: ptPT,
  ES: es,
  FR: fr,
  IT: it,
  DE: de,
  GB: enGB,
  NL: nl,
  AT: de,
  IE: enGB,
}

/** Draws the same values in every run, apart from dates, which are relative to `now`. */
export class Random {
  readonly now: Date
  readonly faker: Faker = enGB
  constructor(now: Date) {
    this.now = now
    for (const faker of new Set(Object.values(fakers))) faker.seed(SEED)
  }

  /** Returns a generator of names, streets and numbers as written in a country. */
  in(country: string): Faker {
    return fakers[country] ?? enGB
  }

  int(min: number, max: number): number {
    return this.faker.number.int({ min, max })
  }
  chance(share: number): boolean {
    return this.faker.number.float() < share
  }
  one<T>(list: readonly T[]): T {
    return list[this.int(0, list.length - 1)]!
  }

  /** Picks `count` items of the list, keeping its order. */
  some<T>(list: readonly T[], count: number): T[] {
    const chosen = new Set(
      this.faker.helpers.arrayElements([...list.keys()], Math.min(count, list.length)),
    )
    return list.filter((_, i) => chosen.has(i))
  }

  /** Picks one of the keys by weight. */
  weighted<K extends string>(weights: Readonly<Partial<Record<K, number>>>): K {
    const entries = Object.entries(weights) as [K, number][]
    let at = this.faker.number.float() * entries.reduce((sum, [, w]) => sum + w, 0)
    return (entries.find(([, w]) => (at -= w) < 0) ?? entries.at(-1)!)[0]
  }

  /** Returns a function that draws indices by weight; for many draws with the same weights. */
  drawer(weights: readonly number[]): () => number {
    let sum = 0
    const upTo = weights.map((w) => (sum += w))
    return () => {
      const at = this.faker.number.float() * sum
      let [low, high] = [0, upTo.length - 1]
      while (low < high) {
        const middle = (low + high) >> 1
        if (at < upTo[middle]!) high = middle
        else low = middle + 1
      }
      return low
    }
  }

  /** Returns a UUIDv7 of that instant. */
  id(at: Date): string {
    return uuidv7({
      msecs: at.getTime(),
      random: Uint8Array.from({ length: 16 }, () => this.int(0, 255)),
      seq: this.int(0, 0x7fffffff),
    })
  }

  /** Draws an instant between two numbers of days before now. */
  ago(mostDays: number, leastDays = 0): Date {
    return new Date(
      this.now.getTime() - this.faker.number.float({ min: leastDays, max: mostDays }) * DAY_MS,
    )
  }
}

/** Returns `YYYY-MM-DD` that many days after a day. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)

/** `Hotel São João` → `hotel-sao-joao`. */
export const slugOf = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/ß/g, 'ss')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
