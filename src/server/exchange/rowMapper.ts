import { say } from '#model/message.ts'
import { isMasked } from '#schemas/define/kinds.ts'
import { isMaskText } from '#model/masked.ts'
import { isCurrency } from '#schemas/define/currencies.ts'
import { own } from '#schemas/define/own.ts'
import { byCollection } from '#model/compile.ts'
import {
  columnsOf,
  isReference,
  type Mapping,
  type Reference,
  type Source,
} from '#model/importMapping.ts'
import { OF_PERCENT } from '#model/exportColumns.ts'
import { importField, importPath, isId } from '#model/importFields.ts'
import type { FieldModel, Json, Model, ResourceModel } from '#model/types.ts'
import { faultOf, RecordProblem, type CellFault, type MappedRow } from './mappedRow.ts'
import { isParts, treeOf, type Parts } from './partEntries.ts'
import { isDraft, Pending, type Draft, type DraftValue } from './pending.ts'
import type { TableRow } from './readTable.ts'
import { minorUnits } from '../kinds/parts/amounts.ts'
import { isSheetError } from './sheetErrors.ts'
import { addDays, CellProblem, cellValue, dayOf, shownCell } from './values.ts'

const isEmpty = (value: DraftValue): boolean =>
  isDraft(value) ? Object.values(value).every(isEmpty) : value === null

/** A record without empty values, also in its groups and child rows. */
const withoutEmpty = (draft: Draft): Draft =>
  Object.fromEntries(
    Object.entries(draft).flatMap(([name, value]) => {
      if (isEmpty(value)) return []
      return [[name, isDraft(value) ? withoutEmpty(value) : value]]
    }),
  )

const REASON: FieldModel = { name: 'reason', label: 'Reason', kind: 'longText', required: false }

/** Ends of the names of columns of percentages, in exports for people and elsewhere. */
const PERCENT = [OF_PERCENT.key, OF_PERCENT.words, `${OF_PERCENT.words})`]

const wholeNumber = (text: string): number | undefined =>
  /^[+-]?\d+$/.test(text.trim()) ? Number(text) : undefined

/** Evaluates the entries of one row; each field once, in order of their dependencies. */
export class RowMapper {
  readonly #model: Model
  readonly #mapping: Mapping
  readonly #resource: ResourceModel
  readonly #row: TableRow
  /** Cells of the line that is being read. */
  #cells: Readonly<Record<string, string>>
  readonly #nulls: ReadonlySet<string>
  readonly #done = new Map<string, Json | Pending | undefined>()
  readonly #open = new Set<string>()
  /**
   * Fields with the mask of a value in their cell, as an export has it for readers who do not see
   * the value: it means no change.
   */
  readonly #kept = new Set<FieldModel>()

  constructor(model: Model, resource: ResourceModel, mapping: Mapping, row: TableRow) {
    this.#model = model
    this.#resource = resource
    this.#mapping = mapping
    this.#row = row
    this.#cells = row.cells
    this.#nulls = new Set(mapping.nulls)
  }

  /**
   * Returns a cell's text; undefined when it is empty. `listed` has the texts that the mapping gives
   * values; the error of a formula is refused unless it is one of them.
   */
  #cell(column: string, listed: Readonly<Record<string, Json>> = {}): string | undefined {
    const text = own(this.#cells, column)
    if (text === undefined) {
      throw new CellProblem(say('The file has no column "{{name}}"', { name: column }), [column])
    }
    const word = text.trim()
    if (word === '' || this.#nulls.has(word)) return undefined
    if (isSheetError(word) && own(listed, word) === undefined) {
      throw new CellProblem(say('The cell has the error {{error}}', { error: word }), [column])
    }
    return text
  }

  #number(column: string): number {
    const text = this.#cell(column) ?? '0'
    const value = Number(text)
    if (!Number.isFinite(value)) {
      throw new CellProblem(say('"{{text}}" is not a number', { text: shownCell(text) }), [column])
    }
    return value
  }

  #template(
    template: string,
    words: Readonly<Record<string, Readonly<Record<string, string>>>> = {},
  ): string | undefined {
    let empty = false
    const text = template.replaceAll(/\{([^{}]+)\}/g, (_, name: string) => {
      if (name === 'row') return String(this.#row.row)
      if (Object.hasOwn(this.#cells, name)) {
        const table = own(words, name)
        const cell = this.#cell(name, table)
        if (cell === undefined) empty = true
        if (cell !== undefined && table && !Object.hasOwn(table, cell)) {
          throw new CellProblem(
            say('The mapping has no entry for "{{text}}"', { text: shownCell(cell) }),
            [name],
          )
        }
        return cell === undefined ? '' : (table?.[cell] ?? cell)
      }
      const value = this.field(name)
      if (value === undefined || value === null || typeof value === 'object') {
        throw new CellProblem(say('"{{name}}" has no text here', { name }), [])
      }
      return String(value)
    })
    return empty ? undefined : text
  }

  #lookup(
    column: string,
    values: Readonly<Record<string, Json>>,
    otherwise: Json | undefined,
  ): Json | undefined {
    const cell = this.#cell(column, values)
    if (cell === undefined) return otherwise
    const found = own(values, cell.trim())
    if (found !== undefined) return found
    if (otherwise !== undefined) return otherwise
    throw new CellProblem(
      say('The mapping has no entry for "{{text}}"', { text: shownCell(cell) }),
      [column],
    )
  }

  #referenceText({ template, values, column }: Reference) {
    if (template !== undefined) return this.#template(template)
    return values ? this.#lookup(column!, values, undefined) : this.#cell(column!)?.trim()
  }

  #reference(field: FieldModel, entry: Reference): Pending | undefined {
    const text = entry.constant ?? this.#referenceText(entry)
    if (text === undefined || text === null) return undefined
    const target = byCollection(this.#model, field.ref!)
    const { create } = entry
    // Created after all lines were read.
    const cells = this.#cells
    return new Pending({
      collection: target.collection,
      by: entry.by,
      value: String(text),
      columns: columnsOf(this.#mapping, entry),
      create: create && (() => this.#reading(cells, () => this.#record(target, create))),
    })
  }

  #source(field: FieldModel, entry: Source): Json | Pending | undefined {
    const value = this.#value(field, entry)
    if (!isMasked(field) || !isMaskText(value)) return value
    this.#kept.add(field)
    return undefined
  }

  #value(field: FieldModel, entry: Source): Json | Pending | undefined {
    if (typeof entry === 'string') {
      const cell = this.#cell(entry)
      return cell === undefined ? undefined : this.#read(field, cell, entry)
    }
    if (isReference(entry)) return this.#reference(field, entry)
    if ('constant' in entry) return entry.constant
    if ('date' in entry) {
      const cells = entry.date.map((column) => this.#cell(column))
      if (cells.every((c) => c === undefined)) return undefined
      const [y = '', m = '', d = ''] = cells
      const day = dayOf(y, m, d)
      if (day === undefined) {
        throw new CellProblem(
          say('There is no day "{{text}}"', { text: shownCell([y, m, d].join(' ')) }),
          entry.date,
        )
      }
      return day
    }
    if ('addDays' in entry) {
      const [from, ...columns] = entry.addDays
      const start = this.field(from)
      if (typeof start !== 'string') return undefined
      const day = addDays(
        start,
        columns.reduce((sum, column) => sum + this.#number(column), 0),
      )
      if (day === undefined) throw new CellProblem('There is no such day', columns)
      return day
    }
    if ('sum' in entry) return entry.sum.reduce((sum, column) => sum + this.#number(column), 0)
    if ('money' in entry) return this.#money(entry)
    if ('template' in entry) return this.#template(entry.template, entry.values)
    if (entry.values) return this.#lookup(entry.column, entry.values, entry.otherwise)
    const cell = this.#cell(entry.column)
    return cell === undefined ? entry.otherwise : this.#read(field, cell, entry.column)
  }

  #read(field: FieldModel, cell: string, column: string): Json {
    // The column says that its numbers are percentages.
    const isPercent =
      field.kind === 'bps' &&
      PERCENT.some((end) => column.endsWith(end)) &&
      !cell.trim().endsWith('%')
    return cellValue(field, isPercent ? `${cell}%` : cell, this.#mapping)
  }

  #money(entry: Extract<Source, { money: string }>): Json | undefined {
    const cell = this.#cell(entry.money)
    if (cell === undefined) return undefined
    const currency =
      typeof entry.currency === 'string'
        ? entry.currency
        : this.#cell(entry.currency.column)?.trim()
    if (!currency || !isCurrency(currency)) {
      throw new CellProblem(
        'The amount has no currency code such as EUR',
        columnsOf(this.#mapping, entry),
      )
    }
    const amount = entry.minor ? wholeNumber(cell) : minorUnits(cell, currency)
    if (amount === undefined) {
      throw new CellProblem(say('"{{text}}" is not an amount', { text: shownCell(cell) }), [
        entry.money,
      ])
    }
    return { amount, currency }
  }

  /** Evaluates with the cells of another line. */
  #reading<T>(cells: Readonly<Record<string, string>>, evaluate: () => T): T {
    const before = this.#cells
    this.#cells = cells
    try {
      return evaluate()
    } finally {
      this.#cells = before
    }
  }

  /** Returns the value of a mapped field: of the record, or of the child row that is being read. */
  field(name: string): Json | Pending | undefined {
    if (this.#done.has(name)) return this.#done.get(name)
    const entry = own(this.#mapping.fields, name)
    const path = importPath(this.#resource, name)
    if (!entry || !path || this.#open.has(name)) {
      throw new CellProblem(say('There is no value "{{name}}" to build on', { name }), [])
    }
    const ofLine = path[0]!.kind === 'rows'
    this.#open.add(name)
    try {
      const value = this.#reading(ofLine ? this.#cells : this.#row.cells, () =>
        this.#source(path.at(-1)!, entry),
      )
      if (!ofLine) this.#done.set(name, value)
      return value
    } finally {
      this.#open.delete(name)
    }
  }

  /** The record that a reference creates, without what its cells leave empty. */
  #record(resource: ResourceModel, entries: Readonly<Record<string, Source>>): Draft {
    const errors: CellFault[] = []
    const draft = Object.fromEntries(
      [...treeOf(entries)].flatMap(([name, entry]) => {
        const field = importField(resource, name)!
        try {
          const value = isParts(entry)
            ? this.#parts(field, entry, name, errors)
            : this.#source(field, entry)
          return value === undefined ? [] : [[name, value] as const]
        } catch (error) {
          errors.push(faultOf(error, name))
          return []
        }
      }),
    )
    if (errors.length > 0) throw new RecordProblem(errors)
    return withoutEmpty(draft)
  }

  /**
   * True when an empty cell clears a field: an optional one; a required field or one with a default
   * is left out.
   */
  #empties(field: FieldModel): boolean {
    return (
      !field.required &&
      field.default === undefined &&
      field.kind !== 'state' &&
      !isId(field) &&
      !this.#kept.has(field)
    )
  }

  /** The part of a group, or the child rows of all lines; undefined when their cells are empty. */
  #parts(
    field: FieldModel,
    parts: Parts,
    path: string,
    errors: CellFault[],
    lines: readonly Readonly<Record<string, string>>[] = [this.#cells],
  ): Draft | readonly Draft[] | undefined {
    if (field.kind !== 'rows') return this.#part(field, parts, path, errors)
    const found = lines.flatMap((cells, at) => {
      const faults: CellFault[] = []
      const part = this.#reading(cells, () => this.#part(field, parts, `${path}.${at}`, faults))
      errors.push(...faults)
      return isEmpty(part) ? [] : [part]
    })
    return found.length > 0 ? found : undefined
  }

  #part(field: FieldModel, parts: Parts, path: string, errors: CellFault[]): Draft {
    const draft = new Map<string, DraftValue>()
    for (const [name, entry] of parts) {
      const inner = field.fields!.find((f) => f.name === name)!
      const at = `${path}.${name}`
      try {
        const value = isParts(entry)
          ? this.#parts(inner, entry, at, errors)
          : this.#source(inner, entry)
        if (value !== undefined) draft.set(name, value)
        else if (this.#empties(inner)) draft.set(name, null)
      } catch (error) {
        errors.push(faultOf(error, at))
      }
    }
    return Object.fromEntries(draft)
  }

  run(): MappedRow {
    const errors: CellFault[] = []
    const draft = new Map<string, DraftValue>()
    for (const [name, entry] of treeOf(this.#mapping.fields)) {
      const field = importField(this.#resource, name)!
      try {
        const value = isParts(entry)
          ? this.#parts(field, entry, name, errors, this.#row.lines)
          : this.field(name)
        if (value !== undefined) draft.set(name, value)
        else if (this.#empties(field)) draft.set(name, null)
      } catch (error) {
        errors.push(faultOf(error, name))
      }
    }
    const reason = this.#reason(errors)
    return {
      row: this.#row.row,
      draft: Object.fromEntries(draft),
      errors,
      ...(reason === undefined ? {} : { reason }),
    }
  }

  #reason(errors: CellFault[]): string | undefined {
    const entry = this.#mapping.reason
    if (entry === undefined) return undefined
    try {
      const value = this.#source(REASON, entry)
      if (value === undefined || value === null || value instanceof Pending) return undefined
      return typeof value === 'object' ? JSON.stringify(value) : String(value)
    } catch (error) {
      errors.push(faultOf(error, 'reason'))
      return undefined
    }
  }
}
