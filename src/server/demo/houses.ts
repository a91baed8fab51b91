import type { Category } from '#schemas/category.ts'
import type { Facility } from '#schemas/facility.ts'
import { categories, facilities } from './catalogue.ts'
import type { Random } from './random.ts'
import { slugOf } from './random.ts'
import type { SeedRow } from '../store/fill/insert.ts'

type Rows<T> = (SeedRow & Partial<Record<keyof T, unknown>>)[]

/** Creates the tree of categories, parents first. */
export const makeCategories = (random: Random): Rows<Category> => {
  const rows: Rows<Category> = []
  categories.forEach(([name, iconName, below], i) => {
    const createdAt = random.ago(760, 740)
    const id = random.id(createdAt)
    rows.push({
      id,
      createdAt,
      name,
      slug: slugOf(name),
      icon: iconName,
      position: (i + 1) * 10,
      state: 'active',
    })
    below.forEach((child, n) =>
      rows.push({
        id: random.id(createdAt),
        createdAt,
        name: child,
        slug: slugOf(child),
        parent: id,
        icon: iconName,
        position: n + 1,
        state: child === 'Farm stays' ? 'inactive' : 'active',
      }),
    )
  })
  return rows
}

export const makeFacilities = (random: Random): Rows<Facility> =>
  facilities.map(([name, code, group, iconName], i) => {
    const createdAt = random.ago(760, 740)
    return {
      id: random.id(createdAt),
      createdAt,
      name,
      code,
      group,
      icon: iconName,
      position: (i + 1) * 10,
      state: code === 'PETS' ? 'inactive' : 'active',
    }
  })
