/** Measures of the code; each returns its value, its limit, and where it is exceeded. */
import path from 'node:path'
import { children, everyNode, lineAt, type Node, type Source } from './source.ts'

export interface Measure {
  readonly name: string
  readonly value: number
  readonly bound: number
  /** Whether `bound` is an upper (`most`) or a lower (`least`) limit. */
  readonly is: 'most' | 'least'
  /** Locations that count, worst first. */
  readonly where: readonly string[]
}

/** Demo data and generated files are not code to read. */
const isData = (file: string): boolean => /\/demo\/|\/sql\/index\.ts$|\/generated\//.test(file)

const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[
    Math.min(values.length - 1, Math.floor(values.length * share))
  ] ?? 0

const place = (source: Source, offset: number): string => `${source.file}:${lineAt(source, offset)}`

/** Lines that contain code, without comments and blank lines. */
const codeLines = ({ text, comments }: Source): string[] => {
  let code = ''
  let end = 0
  for (const comment of comments) {
    code += text.slice(end, comment.start)
    end = comment.end
  }
  return (code + text.slice(end))
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
}

const isFunction = ({ type }: Node): boolean =>
  type === 'FunctionDeclaration' ||
  type === 'FunctionExpression' ||
  type === 'ArrowFunctionExpression'

/** Counts lines and files. */
export const sizes = (all: readonly Source[]): Measure[] => {
  const code = all.flatMap(codeLines)
  const widths = all.flatMap((source) => source.lines.map((line) => line.length))
  const files = all
    .filter(({ file }) => !isData(file))
    .toSorted((a, b) => b.lines.length - a.lines.length)
  const long = all.flatMap((source) =>
    [...everyNode(source.program)]
      .filter(isFunction)
      .map((node) => ({
        at: place(source, node.start),
        lines: lineAt(source, node.end) - lineAt(source, node.start) + 1,
      }))
      .filter(({ lines }) => lines > 80),
  )
  return [
    {
      name: 'characters per code line',
      value: code.reduce((sum, line) => sum + line.length, 0) / code.length,
      bound: 40,
      is: 'most',
      where: [],
    },
    { name: 'line width, p99', value: percentile(widths, 0.99), bound: 100, is: 'most', where: [] },
    {
      name: 'lines per file, p90',
      value: percentile(
        files.map(({ lines }) => lines.length),
        0.9,
      ),
      bound: 220,
      is: 'most',
      where: [],
    },
    {
      name: 'lines per file, most',
      value: files[0]?.lines.length ?? 0,
      bound: 400,
      is: 'most',
      where: files
        .filter(({ lines }) => lines.length > 400)
        .map(({ file, lines }) => `${file} (${lines.length})`),
    },
    {
      name: 'functions over 80 lines',
      value: long.length,
      bound: 5,
      is: 'most',
      where: long.toSorted((a, b) => b.lines - a.lines).map(({ at, lines }) => `${at} (${lines})`),
    },
  ]
}

/** Counts forms that are hard to read or to trust. */
export const forms = (all: readonly Source[]): Measure[] => {
  const ternaries = all.flatMap((source) =>
    [...everyNode(source.program)]
      .filter(
        (node) =>
          node.type === 'ConditionalExpression' &&
          children(node).some((child) => child.type === 'ConditionalExpression'),
      )
      .map((node) => place(source, node.start)),
  )
  const casts = all.flatMap((source) =>
    [...everyNode(source.program)]
      .filter(
        (node) =>
          node.type === 'TSAsExpression' && (node.expression as Node).type === 'TSAsExpression',
      )
      .map((node) => place(source, node.start)),
  )
  const lines = all.reduce((sum, source) => sum + source.lines.length, 0)
  return [
    { name: 'nested ternaries', value: ternaries.length, bound: 0, is: 'most', where: ternaries },
    {
      name: 'double casts per 10,000 lines',
      value: (casts.length / lines) * 10_000,
      bound: 4,
      is: 'most',
      where: casts,
    },
  ]
}

/** Measures the share of exported names that have a docstring. */
export const docstrings = (all: readonly Source[]): Measure => {
  const exported = all
    .filter(({ file }) => !isData(file))
    .flatMap((source) =>
      (source.program.body as readonly Node[])
        .filter((node) => node.type === 'ExportNamedDeclaration' && node.declaration)
        .map((node) => ({
          at: place(source, node.start),
          documented: source.comments.some(
            (comment) =>
              source.text.startsWith('/**', comment.start) &&
              source.text.slice(comment.end, node.start).trim() === '',
          ),
        })),
    )
  return {
    name: 'exports with a docstring, %',
    value: (exported.filter((e) => e.documented).length / exported.length) * 100,
    bound: 80,
    is: 'least',
    where: [],
  }
}

/** Finds groups of files whose value imports form a cycle. */
export const circles = (all: readonly Source[]): Measure[] => {
  const known = new Set(all.map(({ file }) => file))
  const targets = new Map(
    all.map((source) => [
      source.file,
      (source.program.body as readonly Node[])
        .filter(
          (node) =>
            /^(Import|ExportNamed|ExportAll)/.test(node.type) &&
            node.source &&
            node.importKind !== 'type' &&
            node.exportKind !== 'type' &&
            !(
              (node.specifiers as readonly Node[] | undefined)?.length &&
              (node.specifiers as readonly Node[]).every((s) => s.importKind === 'type')
            ),
        )
        .map((node) => String((node.source as Node).value))
        .filter((to) => to.startsWith('.'))
        .map((to) => path.posix.join(path.posix.dirname(source.file), to))
        .filter((to) => known.has(to)),
    ]),
  )
  const reaches = (from: string): Set<string> => {
    const seen = new Set<string>()
    const queue = [...(targets.get(from) ?? [])]
    for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
      if (seen.has(next)) continue
      seen.add(next)
      queue.push(...(targets.get(next) ?? []))
    }
    return seen
  }
  const closure = new Map([...targets.keys()].map((file) => [file, reaches(file)]))
  const found = new Set(
    [...closure]
      .filter(([file, reached]) => reached.has(file))
      .map(([file, reached]) =>
        [...reached]
          .filter((other) => closure.get(other)?.has(file))
          .sort()
          .join(' ↔ '),
      ),
  )
  const explained = new Set(
    all.filter(({ text }) => text.includes('// Import circle: ')).map(({ file }) => file),
  )
  const bare = [...found].filter(
    (circle) => !circle.split(' ↔ ').some((file) => explained.has(file)),
  )
  return [
    {
      name: 'circles of value imports',
      value: found.size,
      bound: 2,
      is: 'most',
      where: [...found],
    },
    {
      name: 'circles without an explanation',
      value: bare.length,
      bound: 0,
      is: 'most',
      where: bare,
    },
  ]
}
