/** The source files of the product, parsed once. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { parseSync } from 'vite'
import { at, root } from '../lib/paths.mjs'

/** A syntax tree node, reduced to what the measures read. */
export interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [key: string]: unknown
}

export interface Source {
  /** Path in the repository. */
  readonly file: string
  readonly text: string
  readonly lines: readonly string[]
  readonly program: Node
  readonly comments: readonly { readonly start: number; readonly end: number }[]
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'

/** Direct children of a node. */
export const children = (node: Node): Node[] =>
  Object.values(node).flatMap((value) => {
    if (Array.isArray(value)) return value.filter(isNode)
    if (isNode(value)) return [value]
    return []
  })

/** Yields a node and all its descendants in source order. */
export function* everyNode(node: Node): Generator<Node> {
  yield node
  for (const child of children(node)) yield* everyNode(child)
}

/** Line number of an offset, from 1. */
export const lineAt = (source: Source, offset: number): number =>
  source.text.slice(0, offset).split('\n').length

const parsed = (file: string): Source => {
  const text = readFileSync(at(file), 'utf8')
  const { program, comments } = parseSync(file, text)
  return { file, text, lines: text.split('\n'), program: program as unknown as Node, comments }
}

/** Every TypeScript file of `src` and `schemas`; `tests` includes test files. */
export const sources = ({ tests = false } = {}): Source[] =>
  execFileSync('git', ['ls-files', 'src', 'schemas'], { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.d.ts'))
    .filter((file) => tests || !/(\.test\.tsx?|[/.]fixture\.tsx?)$/.test(file))
    .map(parsed)
