/** Finds the regular expressions in a source. */
import { parseSync, Visitor } from 'rolldown/utils'

export interface Expression {
  readonly source: string
  readonly flags: string
}

export const expressionsOf = (file: string, code: string): Expression[] => {
  const { program, errors } = parseSync(file, code)
  if (errors.length) throw new Error(`${file}: ${errors[0]!.message}`)
  const found: Expression[] = []
  new Visitor({
    Literal(node) {
      if ('regex' in node) found.push({ source: node.regex.pattern, flags: node.regex.flags })
    },
  }).visit(program)
  return found
}

/** True when nothing can backtrack: no unbounded repetition, and at most one bounded one. */
export const isPlain = ({ source, flags }: Expression): boolean => {
  const bare = source.replace(/\\./g, 'x').replace(/\[[^\]]*\]/g, 'x')
  const unbounded = bare.match(/[*+]|\{\d+,\}/g)?.length ?? 0
  const bounded = bare.match(/\{\d+,\d+\}/g)?.length ?? 0
  return unbounded === 0 && bounded < 2 && !flags.includes('v')
}
