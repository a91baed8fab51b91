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
import { importField } from '#model/importFields.ts'
import type { FieldModel, Json, Model, ResourceModel } from '#model/types.ts'
import type { FieldProblem } from '../base/problem.ts'
import type { TableRow } from './readTable.ts'
import { Pending, type Draft } from './pending.ts'
import { addDays, CellProblem, cellValue, dayOf, minorUnits } from './values.ts'

/** An invalid cell; `columns` names its columns in the file. */
export interface CellFault extends FieldProblem {
  readonly columns: readonly string[]
}
/** One row as a draft record, or the errors of its cells. */
export interface MappedRow {
  readonly row: number
  readonly draft: Draft
  /** Reason for the transition that `state` requests. */
  readonly reason?: string
  readonly errors: readonly CellFault[]
}

const REASON: FieldModel = { name: 'reason', label: 'Reason', kind: 'longText', required: false }

const wholeNumber = (text: string): number | undefined =>
  /^[+-]?\d+$/.test(text.trim()) ? Number(text) : undefined

/** Evaluates the entries of one row; each field once, in order of their dependencies. */
class RowMapper {
  readonly #model: Model
  readonly #mapping: Mapping
  readonly #resource: ResourceModel
  readonly #row: TableRow
  readonly #nulls: ReadonlySet<string>
  readonly #done = new Map<string, Json | Pending | undefined>()
  readonly #open = new Set<string>()

  constructor(model: Model, resource: ResourceModel, mapping: Mapping, row: TableRow) {
    this.#model = model
    this.#resource = resource
    this.#mapping = mapping
    this.#row = row
    this.#nulls = new Set(mapping.nulls)
  }

  /** Returns a cell's text; undefined when it is empty. */
  #cell(column: string): string | undefined {
    const text = own(this.#row.cells, column)
    if (text === undefined) throw new CellProblem(`The file has no column "${column}"`, [column])
    return text.trim() === '' || this.#nulls.has(text.trim()) ? undefined : text
  }

  #number(column: string): number {
    const text = this.#cell(column) ?? '0'
    const value = Number(text)
    if (!Number.isFinite(value)) throw new CellProblem(`"${text}" is not a number`, [column])
    return value
  }

  #template(
    template: string,
    words: Readonly<Record<string, Readonly<Record<string, string>>>> = {},
  ): string | undefined {
    let empty = false
    const text = template.replaceAll(/\{([^{}]+)\}/g, (_, name: string) => {
      if (name === 'row') return String(this.#row.row)
      if (Object.hasOwn(this.#row.cells, name)) {
        const cell = this.#cell(name)
        if (cell === undefined) empty = true
        const table = own(words, name)
        if (cell !== undefined && table && !Object.hasOwn(table, cell)) {
          throw new CellProblem(`The mapping has no entry for "${cell}"`, [name])
        }
        return cell === undefined ? '' : (table?.[cell] ?? cell)
      }
      const value = this.field(name)
      if (value === undefined || value === null || typeof value === 'object') {
        throw new CellProblem(`"{${name}}" has no text here`, [])
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
    const cell = this.#cell(column)
    if (cell === undefined) return otherwise
    const found = own(values, cell.trim())
    if (found !== undefined) return found
    if (otherwise !== undefined) return otherwise
    throw new CellProblem(`The mapping has no entry for "${cell}"`, [column])
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
    return new Pending({
      collection: target.collection,
      by: entry.by,
      value: String(text),
      columns: columnsOf(this.#mapping, entry),
      create: create && (() => this.#record(target, create)),
    })
  }

  #source(field: FieldModel, entry: Source): Json | Pending | undefined {
    const value = this.#value(field, entry)
    // An export holds the mask of a value that its reader did not see: it means no change.
    return isMasked(field) && isMaskText(value) ? undefined : value
  }

  #value(field: FieldModel, entry: Source): Json | Pending | undefined {
    if (typeof entry === 'string') {
      const cell = this.#cell(entry)
      return cell === undefined ? undefined : cellValue(field, cell)
    }
    if (isReference(entry)) return this.#reference(field, entry)
    if ('constant' in entry) return entry.constant
    if ('date' in entry) {
      const cells = entry.date.map((column) => this.#cell(column))
      if (cells.every((c) => c === undefined)) return undefined
      const [y = '', m = '', d = ''] = cells
      const day = dayOf(y, m, d)
      if (day === undefined) {
        throw new CellProblem(`There is no day "${[y, m, d].join(' ')}"`, entry.date)
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
    return cell === undefined ? entry.otherwise : cellValue(field, cell)
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
    if (amount === undefined) throw new CellProblem(`"${cell}" is not an amount`, [entry.money])
    return { amount, currency }
  }

  /** Returns the value of a mapped field of the main record. */
  field(name: string): Json | Pending | undefined {
    if (this.#done.has(name)) return this.#done.get(name)
    const entry = own(this.#mapping.fields, name)
    const field = importField(this.#resource, name)
    if (!entry || !field || this.#open.has(name)) {
      throw new CellProblem(`There is no value "${name}" to build on`, [])
    }
    this.#open.add(name)
    const value = this.#source(field, entry)
    this.#open.delete(name)
    this.#done.set(name, value)
    return value
  }

  #record(resource: ResourceModel, entries: Readonly<Record<string, Source>>): Draft {
    return Object.fromEntries(
      Object.entries(entries).flatMap(([name, entry]) => {
        const field = importField(resource, name)!
        const value = this.#source(field, entry)
        return value === undefined ? [] : [[name, value]]
      }),
    )
  }

  run(): MappedRow {
    const errors: CellFault[] = []
    const draft: Record<string, Json | Pending> = {}
    for (const name of Object.keys(this.#mapping.fields)) {
      const field = importField(this.#resource, name)!
      try {
        const value = this.field(name)
        if (value !== undefined) draft[name] = value
        // An empty cell clears an optional field; a required field or one with a default is left
        // out.
        else if (!field.required && field.default === undefined && field.kind !== 'state') {
          draft[name] = null
        }
      } catch (error) {
        if (!(error instanceof CellProblem)) throw error
        this.#open.delete(name)
        errors.push({
          path: name,
          code: 'invalid_value',
          message: error.message,
          columns: error.columns,
        })
      }
    }
    const reason = this.#reason(errors)
    return { row: this.#row.row, draft, errors, ...(reason === undefined ? {} : { reason }) }
  }

  #reason(errors: CellFault[]): string | undefined {
    const entry = this.#mapping.reason
    if (entry === undefined) return undefined
    try {
      const value = this.#source(REASON, entry)
      if (value === undefined || value === null || value instanceof Pending) return undefined
      return typeof value === 'object' ? JSON.stringify(value) : String(value)
    } catch (error) {
      if (!(error instanceof CellProblem)) throw error
      const { message, columns } = error
      errors.push({ path: 'reason', code: 'invalid_value', message, columns })
      return undefined
    }
  }
}

/** Applies a checked mapping to one row. */
export const mapRow = (
  model: Model,
  resource: ResourceModel,
  mapping: Mapping,
  row: TableRow,
): MappedRow =>
  row.problem
    ? {
        row: row.row,
        draft: {},
        errors: [{ path: '', code: 'invalid_value', message: row.problem, columns: [] }],
      }
    : new RowMapper(model, resource, mapping, row).run()
