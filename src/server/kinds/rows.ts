import { json } from './parts/columns.ts'
import { between, fieldsOf, needsFile } from './parts/fill.ts'
import { asJson } from './parts/read.ts'
import { inside } from './parts/write.ts'
import type { ServerKind } from './types.ts'

// A child row's code ends in its own position, so that two of one record differ.
export const kind: ServerKind = {
  column: json,
  fill: (f, d, of) =>
    needsFile(f)
      ? []
      : Array.from({ length: Math.max(f.min ?? 0, between(d, 1, 2)) }, (_, i) =>
          fieldsOf(
            f.fields ?? [],
            { ...d, random: d.random, targets: d.targets, number: d.number * 10 + i },
            of,
          ),
        ).filter((row) =>
          (f.fields ?? []).every((part) => !part.required || row[part.name] !== undefined),
        ),
  read: asJson,
  write: (field, value, _, of) =>
    [value]
      .flat()
      .map((row) => inside(field.fields ?? [], row, of))
      .join('\n'),
}
