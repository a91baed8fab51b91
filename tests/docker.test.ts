/** Checks of the container recipe that need no container; nothing here builds it. */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '..')
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8')
const recipe = read('.docker/Dockerfile')
const steps = recipe
  .split('\n')
  .filter((line) => /^[A-Z]+ /.test(line))
  .map((line) => {
    const [name = '', ...words] = line.split(' ')
    return { name, words, text: words.join(' ') }
  })
const of = (name: string) => steps.filter((step) => step.name === name)
const copied = of('COPY')
  .filter(({ words }) => !words[0]!.startsWith('--'))
  .flatMap(({ words }) => words.slice(0, -1))

test('every file the image copies exists, and .dockerignore allows exactly those', () => {
  expect(copied.filter((file) => !existsSync(path.join(root, file)))).toEqual([])
  const allowed = read('.docker/Dockerfile.dockerignore')
    .split('\n')
    .filter((line) => line.startsWith('!'))
    .map((line) => line.slice(1))
  expect([...copied].sort()).toEqual(allowed.sort())
})

test('both stages use the Node version of package.json', () => {
  const { engines, scripts } = JSON.parse(read('package.json')) as {
    engines: { node: string }
    scripts: Record<string, string>
  }
  const images = of('FROM').map(({ words }) => words[0]!)
  expect(images).toHaveLength(2)
  for (const image of images) {
    // glibc: the embedded PostgreSQL has no build for musl.
    expect(image).toBe(`node:${engines.node.replace('>=', '')}-bookworm-slim`)
  }
  for (const [, command] of recipe.matchAll(/npm run ([\w:]+)/g)) {
    expect(scripts).toHaveProperty(command!)
  }
})

test('runs the same command as npm start, as an unprivileged user, with its data in a volume', () => {
  expect(of('USER').at(-1)?.text).toBe('node')
  expect(of('CMD').at(-1)?.text).toBe('["node", "dist/server/server.js"]')
  expect(read('src/cli/start.mjs')).toContain("at('dist/server/server.js')")
  expect(of('ENV')[0]?.words).toContain(`DATA_DIR=${of('VOLUME')[0]?.text}`)
  expect(recipe).toMatch(/install -d -o node -g node -m 0700 \/data/)
  expect(of('HEALTHCHECK')[0]?.text).toContain('/api/ready')
})
