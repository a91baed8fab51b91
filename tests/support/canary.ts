/**
 * Values that occur only once in the database, so that finding one in a response identifies the
 * field and record that leaked.
 */
import type { FieldModel, Json, ResourceModel } from '#model/types.ts'
import { amountOf, dayOf, formsIn, latitudeOf, numberKey } from './canaryForms.ts'

/** A canary: its text and where it belongs. `secret` texts, those of secrets and
 * sensitive fields, may appear in no response at all. */
export interface Canary {
  readonly text: string
  readonly entity: string
  readonly field: string
  readonly record: string
  readonly side: string
  readonly secret: boolean
  /** A previous value of the field. */
  readonly past?: true
}

/** Least upper limit of a number that differs in every record. */
const MANY = 9_999

/** All canaries of a database, by text. */
export class Aviary {
  readonly #known = new Map<string, Canary>()
  #n = 0
  #secrets = 0
  #numbers = 1_000

  get all(): readonly Canary[] {
    return [...this.#known.values()]
  }

  of(record: string, field: string): readonly Canary[] {
    return this.all.filter((c) => c.record === record && c.field === field)
  }

  word(): string {
    return `cnry${String(++this.#n).padStart(5, '0')}q`
  }

  /** In minor units. */
  amount(): number {
    return amountOf(++this.#n)
  }

  /** `YYYY-MM-DD` */
  day(): string {
    return dayOf(++this.#n)
  }

  keep(canary: Canary): void {
    this.#known.set(canary.text.toLowerCase(), canary)
  }

  /** A text that another record repeats by design is not a canary. */
  forget(text: string): void {
    this.#known.delete(text.toLowerCase())
  }

  /** Finds canaries in a response: in plain text, and inside the signed cursors of a list. */
  in(text: string): Canary[] {
    const cursors = [...text.matchAll(/"(?:next|previous)":\s*"([\w-]+)\.[\w-]+"/g)].map((m) =>
      Buffer.from(m[1]!, 'base64url').toString(),
    )
    return [...formsIn([text, ...cursors].join('\n'))].flatMap((key) => this.#known.get(key) ?? [])
  }

  /**
   * A body with every writable field filled, each text with a canary. `ref` returns ids to
   * reference, `file` uploads a file with a name.
   */
  async body(
    resource: ResourceModel,
    side: string,
    given: {
      readonly ref: (collection: string) => string | undefined
      readonly file: (name: string, picture: boolean) => Promise<string>
      readonly fixed?: Readonly<Record<string, Json>>
      /** Texts that need a certain format around the word. */
      readonly around?: Readonly<Record<string, (word: string) => string>>
    },
  ): Promise<{ body: Record<string, Json>; made: Omit<Canary, 'record'>[] }> {
    const made: Omit<Canary, 'record'>[] = []
    const masked = new Set(resource.fields.filter((f) => f.sensitive).map((f) => f.name))
    const leaf = (field: string, text: string, secret = masked.has(field)): string => {
      made.push({ text, entity: resource.entity, field, side, secret })
      return text
    }
    const value = async (f: FieldModel, top: string): Promise<Json | undefined> => {
      const around = given.around?.[f.name]
      if (around && top === f.name) return around(leaf(top, this.word()))
      switch (f.kind) {
        case 'text':
        case 'longText':
        case 'markdown':
        case 'slug':
        case 'icon':
          return leaf(top, this.word())
        case 'email':
          return `${leaf(top, this.word())}@example.com`
        case 'url':
          return `https://${leaf(top, this.word())}.example.com/`
        case 'phone':
          return leaf(top, `+3517${String(++this.#n).padStart(5, '0')}77`)
        // Its last four characters are visible to permitted readers, so they are a separate canary.
        case 'secret':
          return `${leaf(top, this.word(), true)}${leaf(top, `Þ${String(++this.#secrets).padStart(2, '0')}Ð`, false)}`
        case 'tags':
          return [leaf(top, this.word())]
        case 'timeZone':
          return 'Europe/Lisbon'
        case 'country':
          return 'PT'
        case 'currency':
          return 'EUR'
        case 'locale':
          return 'pt-PT'
        case 'enum':
          return f.options![0]!.value
        case 'enums':
          return [f.options![0]!.value]
        case 'int':
        case 'rating':
        case 'bps':
        case 'number': {
          // Quantities, which start at 1, stay small: they multiply amounts.
          const few = Math.min(f.max ?? 3, Math.max(f.min ?? 0, 3))
          if (f.min !== 0 || (f.max ?? 0) < MANY) return few
          leaf(top, numberKey(f.name, ++this.#numbers))
          return this.#numbers
        }
        case 'money': {
          const amount = this.amount()
          leaf(top, String(amount))
          return { amount, currency: 'EUR' }
        }
        case 'boolean':
          return true
        case 'day':
          return leaf(top, this.day())
        case 'time':
          return '10:30'
        case 'instant':
          return `${leaf(top, this.day())}T10:00:00.000Z`
        case 'ref':
          return given.ref(f.ref!)
        case 'refs': {
          const id = given.ref(f.ref!)
          return id ? [id] : []
        }
        case 'anyRef': {
          const type = f.targets?.find((t) => given.ref(t))
          return type && { type, id: given.ref(type)! }
        }
        case 'location':
          return { lat: Number(leaf(top, String(latitudeOf(++this.#n)))), lng: -9.1 }
        case 'address':
        case 'object':
          return object(f.fields ?? [], top)
        case 'rows':
          return [await object(f.fields ?? [], top)]
        case 'variant': {
          const [first] = f.variants ?? []
          return first ? { kind: first.value, ...(await object(first.fields, top)) } : undefined
        }
        case 'image':
        case 'file':
          return given.file(leaf(top, this.word()), f.kind === 'image')
        case 'images':
          return [
            { file: await given.file(leaf(top, this.word()), true), alt: leaf(top, this.word()) },
          ]
        case 'files':
          return [{ file: await given.file(leaf(top, this.word()), false) }]
        case 'json':
          return resource.grants === f.name
            ? { allow: [leaf(top, this.word())], deny: [] }
            : undefined
        default:
          return undefined
      }
    }
    const object = async (
      fields: readonly FieldModel[],
      top: string,
    ): Promise<Record<string, Json>> => {
      const entries: [string, Json][] = []
      for (const f of fields.filter((x) => !x.derived && x.kind !== 'state')) {
        const v =
          given.fixed && top === '' && f.name in given.fixed
            ? given.fixed[f.name]
            : await value(f, top || f.name)
        if (v !== undefined) entries.push([f.name, v])
      }
      return Object.fromEntries(entries)
    }
    return { body: await object(resource.fields, ''), made }
  }
}
