import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '../..')
const folder = path.join(root, '.github/docs')

/** Names of the pages in `.github/docs`. */
export const pageNames: readonly string[] = readdirSync(folder).sort()

/** The text of a page. */
export const pageText = (name: string): string => readFileSync(path.join(folder, name), 'utf8')

/** The text of a file of the repository. */
export const sourceOf = (file: string): string => readFileSync(path.join(root, file), 'utf8')

/** What a page shows in backticks within a line. */
export const codeSpans = (text: string): string[] =>
  [...text.replace(/```[\s\S]*?```/g, '').matchAll(/`([^`\n]+)`/g)].map(([, code]) => code!)

/** The code blocks of a language. */
export const codeBlocks = (text: string, language: string): string[] =>
  [...text.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, 'g'))].map(
    ([, code]) => code!,
  )

/** Cells of the table that begins with this heading, without its heading rows. */
export const tableOf = (text: string, heading: string): string[][] => {
  const from = text.indexOf(`| ${heading} |`)
  if (from < 0) throw new Error(`There is no table "${heading}".`)
  const [table] = text.slice(from).split('\n\n')
  return table!
    .trim()
    .split('\n')
    .slice(2)
    .map((row) =>
      row
        .split(/(?<!\\)\|/)
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
}

/** The part of a page below a heading, up to the next one of any level. */
export const sectionOf = (text: string, heading: string): string => {
  const from = text.indexOf(`# ${heading}\n`)
  if (from < 0) throw new Error(`There is no heading "${heading}".`)
  return text.slice(from + heading.length + 3).split(/\n#+ /)[0]!
}

const product = (text: string, source: string): number =>
  text
    .split('*')
    .map((factor) => factor.trim())
    .map((factor) =>
      /^[A-Za-z]/.test(factor) ? valueIn(source, factor) : Number(factor.replaceAll('_', '')),
    )
    .reduce((a, b) => a * b, 1)

const valueIn = (source: string, name: string): number => {
  const found = new RegExp(`\\bconst ${name} = ([\\w .*]+)$`, 'm').exec(source)?.[1]
  if (!found) throw new Error(`There is no number "${name}".`)
  return product(found, source)
}

/** The number that a constant of a source file has, exported or not. */
export const numberIn = (file: string, name: string): number => valueIn(sourceOf(file), name)

/** Names of the members that an interface or object type of a source file declares. */
export const membersOf = (file: string, name: string): string[] => {
  const found = new RegExp(`(?:interface|type) ${name}\\b[^]*?\\{\\n([^]*?)\\n\\}`).exec(
    sourceOf(file),
  )
  if (!found) throw new Error(`There is no type "${name}".`)
  return [...found[1]!.matchAll(/^ {2}(?:readonly )?(\w+)\??[:(]/gm)].map(([, member]) => member!)
}
