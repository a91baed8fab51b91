import { beforeAll, describe, expect, test } from 'vitest'
import { TERMS } from './tickets.life.ts'
import { promised, standing } from '../rules/ticket/sla.ts'
import type { SeedHistory } from './later.ts'
import { demoRows } from './seed.ts'
import { Random } from './random.ts'

const NOW = new Date('2026-06-10T11:00:00Z')
type Values = Readonly<Record<string, unknown>>
const now = NOW.toISOString()

describe('support demo data', () => {
  let rows: Readonly<Record<string, readonly SeedHistory[]>>
  let tickets: readonly { readonly first: SeedHistory; readonly last: Values }[]
  let said: ReadonlyMap<string, readonly Values[]>
  const byTicket = (id: unknown) => rows.conversations!.find((c) => c.ticket === id)!
  beforeAll(() => {
    rows = demoRows(new Random(NOW), [{ file: '01900000-0000-7000-8000-000000000001', alt: 'A' }])
    tickets = rows.tickets!.map((first) => ({
      first,
      last: (first.later ?? []).reduce<Values>((all, { values }) => ({ ...all, ...values }), first),
    }))
    const map = new Map<string, Values[]>()
    for (const m of rows['chat-messages']!) {
      map.set(String(m.conversation), [...(map.get(String(m.conversation)) ?? []), m])
    }
    said = map
  })

  test('has tickets in every state, numbered by creation time', () => {
    expect(new Set(tickets.map((t) => t.last.state))).toEqual(
      new Set(['new', 'open', 'pending', 'solved', 'closed', 'merged']),
    )
    expect(rows.tickets!.length).toBeGreaterThanOrEqual(300)
    expect(rows.tickets!.map((t) => t.number)).toEqual(
      rows.tickets!.map((_, i) => `T-${String(i + 1).padStart(6, '0')}`),
    )
    expect(rows.tickets!.map((t) => Number(t.createdAt))).toEqual(
      rows.tickets!.map((t) => Number(t.createdAt)).sort((a, b) => a - b),
    )
  })

  test('has state changes in chronological order, and none in the future', () => {
    for (const { first, last } of tickets) {
      const times = [first.createdAt!, ...(first.later ?? []).map((s) => s.at), NOW].map(Number)
      expect(times, String(first.number)).toEqual([...times].sort((a, b) => a - b))
      expect((last.pendingSince ?? null) !== null).toBe(last.state === 'pending')
      expect((last.closesAt ?? null) !== null).toBe(last.state === 'solved')
      if (last.state === 'solved') expect(String(last.closesAt) > now).toBe(true)
      if (last.satisfaction) expect(['solved', 'closed']).toContain(last.state)
    }
    for (const m of rows['chat-messages']!) expect(m.createdAt! <= NOW).toBe(true)
  })

  test('has SLA due dates by priority, and correct first-reply and last-message times', () => {
    for (const { first, last } of tickets) {
      const talk = said.get(byTicket(first.id).id)!
      expect(first).toMatchObject(promised(first.priority as 'low', first.createdAt!, TERMS))
      expect(String(last.resolveDueAt) >= String(first.resolveDueAt)).toBe(true)
      const reply = talk.find((m) => m.kind === 'outgoing')
      expect(last.firstRepliedAt ?? null, String(first.number)).toBe(
        (reply?.createdAt as Date | undefined)?.toISOString() ?? null,
      )
      expect(talk.filter((m) => m.kind !== 'note').length).toBeLessThanOrEqual(12)
    }
    for (const c of rows.conversations!) {
      const open = said
        .get(c.id)!
        .filter((m) => m.kind !== 'note')
        .map((m) => Number(m.createdAt))
      expect(c.lastMessageAt).toBe(new Date(Math.max(...open)).toISOString())
    }
  })

  test('records SLA breaches as the rules would', () => {
    const blank = {
      nextReplyDueAt: null,
      nextReplyMissedAt: null,
      firstRepliedAt: null,
      pendingSince: null,
      solvedAt: null,
      breachedAt: null,
    }
    for (const { last } of tickets) {
      const { sla, slaDueAt, slaCheckAt, breachedAt } = last
      expect(standing({ ...blank, ...last } as never, NOW), String(last.number)).toEqual({
        sla,
        slaDueAt,
        slaCheckAt,
        breachedAt,
      })
    }
    expect(new Set(tickets.map((t) => t.last.sla))).toEqual(
      new Set(['running', 'paused', 'breached', 'kept', null]),
    )
  })

  test('merges tickets only into a ticket of the same customer that is not itself merged', () => {
    const merged = tickets.filter((t) => t.last.state === 'merged')
    expect(merged.length).toBeGreaterThan(3)
    for (const { last } of merged) {
      const into = tickets.find((t) => t.first.id === last.mergedInto)!
      expect([into.first.customer, into.last.state === 'merged']).toEqual([last.customer, false])
    }
  })

  test('has messages by customers, vendors and agents, and direct conversations', () => {
    const types = new Set(
      rows['chat-messages']!.map((m) => `${String(m.kind)} ${(m.sender as { type: string }).type}`),
    )
    expect(types).toEqual(
      new Set(['incoming customers', 'incoming vendors', 'outgoing employees', 'note employees']),
    )
    expect(rows.conversations!.filter((c) => c.kind === 'direct').length).toBeGreaterThan(5)
  })

  test('has banners in every state, consistent with their start and end times', () => {
    expect(new Set(rows.banners!.map((b) => b.state))).toEqual(
      new Set(['draft', 'scheduled', 'live', 'paused', 'ended', 'archived']),
    )
    for (const b of rows.banners!) {
      if (b.state === 'live') {
        expect([String(b.startsAt) <= now, b.endsAt === null || String(b.endsAt) > now]).toEqual([
          true,
          true,
        ])
      }
      if (b.state === 'scheduled') expect(String(b.startsAt) > now).toBe(true)
      if (b.state === 'ended') expect(String(b.endsAt) <= now).toBe(true)
    }
  })
})
