/** Figures as entities declare them, and which of them a person may read. */
import type { FigureWhere, FlowFigure, LevelFigure, ShareFigure } from '#schemas/define/figures.ts'
import { resolvePath } from '#model/filterUrl.ts'
import type { Filter } from '#model/query.ts'
import { fieldOf } from '#model/standard.ts'
import type { FieldModel, FigureDef, Model, ResourceModel } from '#model/types.ts'
import type { Access } from '../permissions/types.ts'
import { allowedBy } from '../store/read/statement.ts'

export interface Declared<F extends FigureDef = FigureDef> {
  readonly name: string
  readonly resource: ResourceModel
  readonly figure: F
}

export const isFlow = (d: Declared): d is Declared<FlowFigure> => 'at' in d.figure
export const isLevel = (d: Declared): d is Declared<LevelFigure> => 'since' in d.figure
export const isShare = (d: Declared): d is Declared<ShareFigure> => 'share' in d.figure

/** A field the declaration names; `checkResources` has seen that it exists. */
export const field = (resource: ResourceModel, name: string): FieldModel => {
  const found = fieldOf(resource, name)
  if (!found) throw new Error(`${resource.collection} has no field "${name}".`)
  return found
}

/** The conditions of a declaration as filters. */
export const whereOf = (where: FigureWhere = {}): Filter[] =>
  Object.entries(where).map(
    ([path, wanted]) =>
      ({
        path: path.split('.'),
        ...(typeof wanted === 'string'
          ? { op: 'eq', value: wanted }
          : { op: 'in', value: [...wanted] }),
      }) as Filter,
  )

/** The calendar a share is of. */
export const calendarOf = (resource: ResourceModel) => {
  const calendar = resource.list.layouts?.calendar
  if (!calendar?.capacity) {
    throw new Error(`${resource.collection} has no calendar that knows how much room there is.`)
  }
  return { ...calendar, capacity: calendar.capacity }
}

/** Every field and path a figure is made of. */
export const namesOf = (declared: Declared): string[] => {
  const { figure, resource } = declared
  const own = [...Object.keys(figure.where ?? {}), ...(figure.sum ? [figure.sum] : [])]
  if (isFlow(declared)) {
    return [...own, declared.figure.at, ...Object.keys(declared.figure.less ?? {})]
  }
  if (isLevel(declared)) {
    return [
      ...own,
      declared.figure.since,
      declared.figure.until,
      ...(declared.figure.monthly ?? []),
    ]
  }
  const { from, to, ended, by, capacity } = calendarOf(resource)
  return [
    ...own,
    from,
    to,
    by[0],
    'state',
    capacity.of,
    ...(ended ? [ended] : []),
    ...(capacity.taken ? [capacity.taken] : []),
  ]
}

/** The figures all of whose data the person may list and read, in the order of the entities. */
export const readableFigures = (model: Model, access: Access): Declared[] => {
  const allowed = allowedBy(access)
  return model.resources.flatMap((resource) =>
    access.can(`${resource.entity}.list`)
      ? Object.entries(resource.figures ?? {})
          .map(([name, figure]): Declared => ({ name, resource, figure }))
          .filter((d) =>
            namesOf(d).every((path) => resolvePath(resource, model, path.split('.'), allowed)),
          )
      : [],
  )
}
