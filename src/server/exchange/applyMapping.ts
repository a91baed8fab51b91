import type { Mapping } from '#model/importMapping.ts'
import type { Model, ResourceModel } from '#model/types.ts'
import type { MappedRow } from './mappedRow.ts'
import type { TableRow } from './readTable.ts'
import { RowMapper } from './rowMapper.ts'

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
        isBroken: true,
        errors: [{ path: '', code: 'invalid_value', message: row.problem, columns: [] }],
      }
    : new RowMapper(model, resource, mapping, row).run()
