/** Finds computed accesses to plain objects with names from outside, as far as syntax can tell. */
import { parseSync, Visitor, type ESTree } from 'rolldown/utils'

/** A computed access: `labels[name]` on a table typed `Record<string, …>`. */
export interface Lookup {
  readonly line: number
  /** The table as written: `labels`, `rules.previews`. */
  readonly table: string
  readonly text: string
}

/** Names of tables in a source: exported constants, and members of interfaces and types. */
export interface Tables {
  readonly exported: ReadonlySet<string>
  readonly members: ReadonlySet<string>
}

type Annotated = { readonly typeAnnotation?: ESTree.TSTypeAnnotation | null }

const parse = (file: string, code: string): ESTree.Program => {
  const { program, errors } = parseSync(file, code)
  if (errors.length) throw new Error(`${file}: ${errors[0]!.message}`)
  return program
}

/**
 * True for `Record<string, …>`, in `Readonly<…>`, `Partial<…>` or a union with null or undefined.
 */
const isTable = (type: ESTree.TSType | undefined | null): boolean => {
  if (!type) return false
  if (type.type === 'TSUnionType') return type.types.some(isTable)
  if (type.type !== 'TSTypeReference' || type.typeName.type !== 'Identifier') return false
  const [first] = type.typeArguments?.params ?? []
  const { name } = type.typeName
  if (name === 'Record') return first?.type === 'TSStringKeyword'
  return (name === 'Readonly' || name === 'Partial') && isTable(first)
}
const annotated = (node: Annotated): boolean => isTable(node.typeAnnotation?.typeAnnotation)

/**
 * `field.name`, `resource.collection`: names from the compiled model, so the lookup cannot go
 * wrong.
 */
const isModelName = (index: ESTree.Expression): boolean =>
  index.type === 'MemberExpression' &&
  !index.computed &&
  index.property.type === 'Identifier' &&
  ['name', 'kind', 'entity', 'collection'].includes(index.property.name) &&
  index.object.type === 'Identifier' &&
  /^(f|c|field|inner|column|resource|target|table)$/.test(index.object.name)

const bare = (node: ESTree.Expression): ESTree.Expression =>
  node.type === 'TSNonNullExpression' ||
  node.type === 'ParenthesizedExpression' ||
  node.type === 'ChainExpression'
    ? bare(node.expression)
    : node

/** Collects the tables that other files may index. */
export const tablesOf = (file: string, code: string): Tables => {
  const [exported, members] = [new Set<string>(), new Set<string>()]
  new Visitor({
    ExportNamedDeclaration({ declaration }) {
      if (declaration?.type !== 'VariableDeclaration') return
      for (const { id } of declaration.declarations) {
        if (id.type === 'Identifier' && annotated(id)) exported.add(id.name)
      }
    },
    TSPropertySignature(node) {
      if (node.key.type === 'Identifier' && annotated(node)) members.add(node.key.name)
    },
    PropertyDefinition(node) {
      if (annotated(node)) {
        if (node.key.type === 'Identifier' || node.key.type === 'PrivateIdentifier') {
          members.add(node.key.name)
        }
      }
    },
  }).visit(parse(file, code))
  return { exported, members }
}

/**
 * Computed accesses of a source; literals, numbers and templates that begin with a fixed text are
 * not names from outside.
 */
export const lookupsOf = (file: string, code: string, known: Tables): Lookup[] => {
  const program = parse(file, code)
  const names = new Set<string>()
  new Visitor({
    Identifier(node) {
      if (annotated(node as Annotated)) names.add(node.name)
    },
    ImportSpecifier({ local, imported }) {
      if (imported.type === 'Identifier' && known.exported.has(imported.name)) names.add(local.name)
    },
    Property({ key, value }) {
      if (key.type === 'Identifier' && value.type === 'Identifier' && known.members.has(key.name)) {
        names.add(value.name)
      }
    },
  }).visit(program)
  const isKnown = (given: ESTree.Expression): boolean => {
    const node = bare(given)
    if (node.type === 'Identifier') return names.has(node.name)
    if (node.type === 'TSAsExpression') {
      return isTable(node.typeAnnotation) || isKnown(node.expression)
    }
    return (
      node.type === 'MemberExpression' &&
      !node.computed &&
      (node.property.type === 'Identifier' || node.property.type === 'PrivateIdentifier') &&
      known.members.has(node.property.name)
    )
  }
  const isFixed = (index: ESTree.Expression): boolean =>
    index.type === 'Literal' ||
    (index.type === 'TemplateLiteral' && Boolean(index.quasis[0]?.value.raw)) ||
    index.type === 'UpdateExpression' ||
    index.type === 'UnaryExpression' ||
    isModelName(index)
  const found: Lookup[] = []
  const add = (table: ESTree.Expression, { start, end }: ESTree.Span) =>
    found.push({
      line: code.slice(0, start).split('\n').length,
      table: code.slice(table.start, table.end),
      text: code.slice(start, end),
    })
  new Visitor({
    MemberExpression(node) {
      if (node.computed && !isFixed(node.property) && isKnown(node.object)) add(node.object, node)
      if (
        node.computed &&
        node.property.type === 'TSAsExpression' &&
        node.property.typeAnnotation.type === 'TSTypeOperator'
      ) {
        add(node.object, node)
      }
    },
    BinaryExpression(node) {
      if (node.operator === 'in' && node.left.type !== 'Literal') add(node.right, node)
    },
  }).visit(program)
  return found
}
