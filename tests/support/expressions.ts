/** Finds the regular expressions in a source. */
import { parseSync, Visitor } from 'rolldown/utils'

export interface Expression {
  readonly source: string
  readonly flags: string
}

/** An expression made while the program runs, with its source. */
export interface Built {
  readonly file: string
  readonly code: string
}

/** A node as the visitor gives it. */
interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
}
type Fields = Node & Readonly<Record<string, unknown>>

/** The text of a node that is made of constants; undefined if it is not. */
const textOf = (node: unknown, constants: ReadonlyMap<string, unknown>): string | undefined => {
  const { type, ...of } = (node ?? {}) as Fields
  if (type === 'Literal') return typeof of.value === 'string' ? of.value : undefined
  if (type === 'Identifier') {
    const named = constants.get(String(of.name))
    return named === undefined ? undefined : textOf(named, constants)
  }
  if (type !== 'TemplateLiteral') return undefined
  const parts = (of.expressions as unknown[]).map((part) => textOf(part, constants))
  const quasis = of.quasis as readonly { readonly value: { readonly cooked: string } }[]
  if (parts.includes(undefined)) return undefined
  return quasis.map(({ value }, i) => value.cooked + (parts[i] ?? '')).join('')
}

/** Expressions of a source: its literals, those built of constants, and those built otherwise. */
export const expressionsOf = (
  file: string,
  code: string,
): { readonly found: readonly Expression[]; readonly built: readonly Built[] } => {
  const { program, errors } = parseSync(file, code)
  if (errors.length) throw new Error(`${file}: ${errors[0]!.message}`)
  const found: Expression[] = []
  const calls: Fields[] = []
  const constants = new Map<string, unknown>()
  const call = (node: Node): void => {
    const { callee } = node as Fields
    if ((callee as Fields).type === 'Identifier' && (callee as Fields).name === 'RegExp') {
      calls.push(node as Fields)
    }
  }
  new Visitor({
    Literal(node) {
      if ('regex' in node) found.push({ source: node.regex.pattern, flags: node.regex.flags })
    },
    VariableDeclaration(node) {
      if (node.kind !== 'const') return
      for (const { id, init } of node.declarations) {
        if (id.type === 'Identifier' && init) constants.set(id.name, init)
      }
    },
    NewExpression: call,
    CallExpression: call,
  }).visit(program)
  const built: Built[] = []
  for (const { start, end, ...rest } of calls) {
    const [pattern, flags] = rest.arguments as readonly unknown[]
    const source = textOf(pattern, constants)
    const marks = flags === undefined ? '' : textOf(flags, constants)
    if (source !== undefined && marks !== undefined) found.push({ source, flags: marks })
    else built.push({ file, code: code.slice(start, end).replace(/\s+/g, ' ') })
  }
  return { found, built }
}

/** True when nothing can backtrack: no unbounded repetition, and at most one bounded one. */
export const isPlain = ({ source, flags }: Expression): boolean => {
  const bare = source.replace(/\\./g, 'x').replace(/\[[^\]]*\]/g, 'x')
  const unbounded = bare.match(/[*+]|\{\d+,\}/g)?.length ?? 0
  const bounded = bare.match(/\{\d+,\d+\}/g)?.length ?? 0
  return unbounded === 0 && bounded < 2 && !flags.includes('v')
}
