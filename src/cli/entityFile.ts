import { UsageError } from './terminal.ts'

const pascal = (name: string) => name[0]!.toUpperCase() + name.slice(1)
const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
const words = (name: string) =>
  pascal(name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`))

/** English plural of the last word, by the regular rules. */
export const plural = (name: string): string => {
  if (/[^aeiou]y$/.test(name)) return `${name.slice(0, -1)}ies`
  if (/(s|x|z|ch|sh)$/.test(name)) return `${name}es`
  return `${name}s`
}

/**
 * A working starter schema file for an entity. Until its author widens `scope`, vendor staff see
 * none of its records.
 * @param name Singular, in camelCase: `coupon`, `serviceJob`.
 * @throws UsageError for any other name.
 */
export function entityFile(name: string): string {
  if (!/^[a-z][A-Za-z0-9]*$/.test(name)) {
    throw new UsageError(
      `"${name}" is not a name for an entity. Use camelCase, singular: coupon, serviceJob.`,
    )
  }
  return `import { defineResource, text, z, type Row } from './define/index.ts'

export const ${name} = defineResource({
  name: '${kebab(plural(name))}',
  permission: '${name}',
  label: { one: '${words(name)}', many: '${words(plural(name))}' },
  title: 'name',
  shape: z.object({
    name: text(120),
  }),
  scope: 'staff',
})

export type ${pascal(name)} = Row<typeof ${name}>
`
}

/**
 * `schemas/index.ts` with the entity added: its import in alphabetical order, the entity last in
 * the navigation.
 * @throws UsageError when it is already there or the file has another form.
 */
export function addToIndex(index: string, name: string): string {
  const line = /^import \{ (\w+) \} from '\.\/\w+\.ts'$/
  const lines = index.split('\n')
  const imports = lines.flatMap((text, at) => {
    const found = line.exec(text)
    return found ? [{ name: found[1]!, at }] : []
  })
  if (imports.some((other) => other.name === name)) {
    throw new UsageError(`schemas/index.ts has "${name}" already.`)
  }
  const open = lines.findIndex((text) => text.includes('defineResources({'))
  const close = lines.indexOf('})', open)
  const last = imports.at(-1)
  if (!last || open < 0 || close < 0) {
    throw new UsageError(
      'schemas/index.ts has another form than this command knows; add the line by hand.',
    )
  }
  const at = imports.find((other) => other.name > name)?.at ?? last.at + 1
  return [
    ...lines.slice(0, at),
    `import { ${name} } from './${name}.ts'`,
    ...lines.slice(at, close),
    `  ${name},`,
    ...lines.slice(close),
  ].join('\n')
}
