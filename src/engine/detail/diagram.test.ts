import { describe, expect, test } from 'vitest'
import { compileModel } from '#model/compile.ts'
import { resources } from '#schemas/index.ts'
import { toy, toyModel } from '#tests/toy.ts'
import { diagramOf } from './diagram.ts'

const every = [...compileModel(resources).resources, ...toyModel.resources].filter(
  (r) => r.states.length,
)

describe.each(every.map((r) => [r.collection, r] as const))('%s', (_, resource) => {
  const { nodes, edges, anywhere } = diagramOf(resource)
  test('draws each state once, in boxes that do not overlap', () => {
    expect(
      nodes
        .map((n) => n.state)
        .filter(Boolean)
        .sort(),
    ).toEqual(resource.states.map((s) => s.value).sort())
    nodes.forEach((n, i) => {
      if (i) expect(n.y).toBeGreaterThan(nodes[i - 1]!.y + nodes[i - 1]!.height)
    })
    expect(nodes[0]?.state).toBe(resource.initial)
  })
  test('draws each transition once, on lines that do not overlap', () => {
    const shared = new Set(anywhere.map((w) => w.name))
    expect(edges.length).toBe(
      resource.transitions.filter((w) => !shared.has(w.name)).length + anywhere.length,
    )
    expect(new Set(edges.map((e) => e.from)).size).toBe(edges.length)
    for (const e of edges) {
      for (const o of edges) {
        if (e === o || e.lane !== o.lane || e.to === o.to) continue
        const apart =
          Math.max(e.from, e.to) < Math.min(o.from, o.to) ||
          Math.max(o.from, o.to) < Math.min(e.from, e.to)
        expect(
          apart,
          `${e.transition.from} → ${e.transition.name} meets ${o.transition.from} → ${o.transition.name}`,
        ).toBe(true)
      }
    }
  })
})

test('draws a transition that leaves every open state once', () => {
  const book = toy('book', toyModel)
  const states = ['a', 'b', 'c', 'd', 'gone'].map((value) => ({
    value,
    label: value,
    tone: 'neutral' as const,
    final: value === 'gone',
  }))
  const transition = (from: string, name: string) => ({
    from,
    name,
    label: `To ${name}`,
    reason: false,
  })
  const resource = {
    ...book,
    states,
    initial: 'a',
    transitions: [
      transition('a', 'b'),
      transition('b', 'c'),
      transition('c', 'd'),
      ...['a', 'b', 'c', 'd'].map((from) => transition(from, 'gone')),
    ],
  }
  expect(
    diagramOf(resource)
      .edges.map((e) => `${e.transition.from || '*'}>${e.transition.name}`)
      .sort(),
  ).toEqual(['*>gone', 'a>b', 'b>c', 'c>d'])
})
