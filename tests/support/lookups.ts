/** Finds computed accesses to plain objects with names from outside, as far as syntax can tell. */
import { parseSync, Visitor, type ESTree } from 'rolldown/utils'

/** A computed access: `labels[name]` on a table typed `Record<string, …>`. */
export interface Lookup {
  readonly line: number
  /** The table as written: `labels`, `rules.previews`. */
  readonly table: string
  readonly text: string
}

/** Names of tables in sources: exported constants, and members of interfaces and types. */
export interface Tables {
  readonly exported: ReadonlySet<string>
  readonly members: ReadonlySet<string>
  /** Functions that return one, or a promise of one. */
  readonly functions: ReadonlySet<string>
}

/** Names of types that are tables. */
export type TableTypes = ReadonlySet<string>

type Annotated = { readonly typeAnnotation?: ESTree.TSTypeAnnotation | null }

/** By source text, since each source is looked at three times. */
const parsed = new Map<string, ESTree.Program>()

const parse = (file: string, code: string): ESTree.Program => {
  const known = parsed.get(code)
  if (known) return known
  const { program, errors } = parseSync(file, code)
  if (errors.length) throw new Error(`${file}: ${errors[0]!.message}`)
  parsed.set(code, program)
  return program
}

const indexed = (members: readonly ESTree.TSSignature[]): boolean =>
  members.some(
    (member) =>
      member.type === 'TSIndexSignature' &&
      member.parameters[0]?.typeAnnotation.typeAnnotation.type === 'TSStringKeyword',
  )

const WRAPPERS = new Set(['Readonly', 'Partial', 'Required', 'Awaited', 'Promise', 'Awaitable'])

/**
 * True for `Record<string, …>`, an index signature, or a type of `types`, in `Readonly<…>`,
 * `Partial<…>`, `Promise<…>`, a union or an intersection.
 */
const tableType =
  (types: TableTypes) =>
  (type: ESTree.TSType | undefined | null): boolean => {
    const isTable = tableType(types)
    if (!type) return false
    if (type.type === 'TSUnionType' || type.type === 'TSIntersectionType') {
      return type.types.some(isTable)
    }
    if (type.type === 'TSParenthesizedType') return isTable(type.typeAnnotation)
    if (type.type === 'TSTypeLiteral') return indexed(type.members)
    if (type.type !== 'TSTypeReference' || type.typeName.type !== 'Identifier') return false
    const [first] = type.typeArguments?.params ?? []
    const { name } = type.typeName
    if (name === 'Record') return first?.type === 'TSStringKeyword'
    return types.has(name) || (WRAPPERS.has(name) && isTable(first))
  }

/** Collects the names of types that are tables, through any number of aliases. */
export const tableTypesOf = (
  sources: readonly { readonly file: string; readonly code: string }[],
): TableTypes => {
  const types = new Set<string>()
  const isTable = tableType(types)
  const undecided: (() => string | false)[] = []
  const collect = new Visitor({
    TSTypeAliasDeclaration({ id, typeAnnotation }) {
      undecided.push(() => isTable(typeAnnotation) && id.name)
    },
    TSInterfaceDeclaration({ id, body, extends: bases }) {
      const isDerived = () =>
        bases.some(
          ({ expression, typeArguments }) =>
            expression.type === 'Identifier' &&
            (types.has(expression.name) ||
              (expression.name === 'Record' &&
                typeArguments?.params[0]?.type === 'TSStringKeyword')),
        )
      undecided.push(() => (isDerived() || indexed(body.body)) && id.name)
    },
  })
  for (const { file, code } of sources) collect.visit(parse(file, code))
  for (let before = -1; before < types.size;) {
    before = types.size
    for (const decide of undecided) {
      const name = decide()
      if (name !== false) types.add(name)
    }
  }
  return types
}

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
export const tablesOf = (
  file: string,
  code: string,
  types: TableTypes = tableTypesOf([{ file, code }]),
): Tables => {
  const [exported, members] = [new Set<string>(), new Set<string>()]
  const functions = new Set<string>()
  const isTable = tableType(types)
  const annotated = (node: Annotated): boolean => isTable(node.typeAnnotation?.typeAnnotation)
  new Visitor({
    VariableDeclarator({ id, init }) {
      if (
        id.type === 'Identifier' &&
        init?.type === 'ArrowFunctionExpression' &&
        isTable(init.returnType?.typeAnnotation)
      ) {
        functions.add(id.name)
      }
    },
    FunctionDeclaration({ id, returnType }) {
      if (id && isTable(returnType?.typeAnnotation)) functions.add(id.name)
    },
    TSMethodSignature({ key, returnType }) {
      if (key.type === 'Identifier' && isTable(returnType?.typeAnnotation)) functions.add(key.name)
    },
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
  return { exported, members, functions }
}

/**
 * Computed accesses of a source; literals, numbers and templates that begin with a fixed text are
 * not names from outside.
 */
export const lookupsOf = (
  file: string,
  code: string,
  known: Tables,
  types: TableTypes = tableTypesOf([{ file, code }]),
): Lookup[] => {
  const program = parse(file, code)
  const names = new Set<string>()
  const isTable = tableType(types)
  const annotated = (node: Annotated): boolean => isTable(node.typeAnnotation?.typeAnnotation)
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
    if (node.type === 'AwaitExpression') return isKnown(node.argument)
    if (node.type === 'CallExpression') {
      const { callee } = node
      const name = callee.type === 'MemberExpression' && !callee.computed ? callee.property : callee
      return name.type === 'Identifier' && known.functions.has(name.name)
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
  const add = (table: ESTree.Span, { start, end }: ESTree.Span) =>
    found.push({
      line: code.slice(0, start).split('\n').length,
      table: code.slice(table.start, table.end),
      text: code.slice(start, end),
    })
  new Visitor({
    VariableDeclarator({ id, init }) {
      if (id.type === 'Identifier' && !id.typeAnnotation && init && isKnown(init)) {
        names.add(id.name)
      }
    },
  }).visit(program)
  new Visitor({
    ObjectPattern(node) {
      for (const part of node.properties) {
        if (part.type === 'Property' && part.computed && !isFixed(part.key as ESTree.Expression)) {
          add(node, node)
        }
      }
    },
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
