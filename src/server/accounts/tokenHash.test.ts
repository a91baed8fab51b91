import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { silentLog, testDatabase } from '#tests/support/database.ts'
import { backup } from '../database/backup.ts'
import { restore } from '../database/restore.ts'
import { migrate } from '../migrations/migrate.ts'
import { accountsFixture, type AccountsFixture } from './fixture.ts'
import { hashStoredTokens } from './tokenHash.ts'

describe('tokens at rest', () => {
  let at: AccountsFixture
  const folder = mkdtempSync(path.join(tmpdir(), 'tokens-'))
  beforeAll(async () => {
    at = await accountsFixture({ rateLimits: false })
  }, 60_000)
  afterAll(async () => {
    await at.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const everything = async (): Promise<string> => {
    const { rows: tables } = await at.db.query<{ name: string }>(
      `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'`,
    )
    const texts = []
    for (const { name } of tables) {
      texts.push(
        ...(await at.db.query<{ text: string }>(`SELECT t::text AS text FROM "${name}" t`)).rows,
      )
    }
    return texts.map(({ text }) => text).join('\n')
  }
  const linkTo = async (email: string): Promise<string> => {
    for (let i = 0; i < 500; i++) {
      const mail = at.mailer.sent.findLast((m) => m.to === email && m.text.includes('/auth/reset'))
      if (mail) return new URL(/http\S+/.exec(mail.text)![0]).searchParams.get('token')!
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    throw new Error('No mail came.')
  }

  test('no table or backup contains a live session token or link token', async () => {
    await at.member('ann@example.com')
    const invited = await at.person('new@example.com', 'requested')
    const token = (await at.signIn('ann@example.com')).body.token as string
    await at.call('POST', '/api/auth/forget-password', { body: { email: 'ann@example.com' } })
    await at.accounts.invite(invited, null)
    const secrets = [token, await linkTo('ann@example.com'), await linkTo('new@example.com')]
    const stored = await everything()
    expect(stored).toContain('sha256:')
    for (const secret of secrets) expect(stored).not.toContain(secret)
    expect((await at.call('GET', '/api/me', { token })).status).toBe(200)

    const file = path.join(folder, 'backup.gz')
    await backup(at.db, file)
    const text = gunzipSync(readFileSync(file)).toString()
    expect(text).toContain('ann@example.com')
    for (const secret of [...secrets, 'sha256:']) expect(text).not.toContain(secret)
    const target = await testDatabase()
    await migrate(target, { log: silentLog })
    await restore(target, file, { replace: true })
    expect(
      (
        await target.query(
          `SELECT (SELECT count(*)::int FROM "user") AS n, (SELECT count(*)::int FROM session) AS s`,
        )
      ).rows,
    ).toEqual([{ n: 2, s: 0 }])
    await target.close()
  }, 60_000)

  test('tokens as stored in the database cannot be used to authenticate or reset a password', async () => {
    const { rows } = await at.db.query<{ token: string }>(
      `SELECT token FROM session UNION ALL SELECT identifier FROM verification WHERE identifier LIKE '%reset-password%'`,
    )
    expect(rows.length).toBeGreaterThan(2)
    for (const { token } of rows) {
      const tries = [
        token,
        token.replace('sha256:', ''),
        token.replace('hashed:reset-password:', ''),
      ]
      for (const tried of tries) {
        expect((await at.call('GET', '/api/me', { token: tried })).status).toBe(401)
        expect(
          (
            await at.call('POST', '/api/auth/reset-password', {
              body: { token: tried.slice(0, 200), password: 'Rather-long-7-words' },
            })
          ).status,
        ).toBe(400)
      }
    }
  })

  test('tokens stored by an earlier version are hashed, and their sessions and links keep working', async () => {
    const { accountId } = await at.member('old@example.com')
    const token = 'o'.repeat(32)
    const link = 'l'.repeat(24)
    await at.db.query(
      `INSERT INTO session (id, token, "userId", "expiresAt") VALUES ('old', $1, $2, now() + interval '1 hour')`,
      [token, accountId],
    )
    await at.db.query(
      `INSERT INTO verification (id, identifier, value, "expiresAt") VALUES ('old', $1, $2, now() + interval '1 hour')`,
      [`reset-password:${link}`, accountId],
    )
    await hashStoredTokens(at.db.query)
    await hashStoredTokens(at.db.query)
    expect(await everything()).not.toMatch(/o{32}|l{24}/)
    expect((await at.call('GET', '/api/me', { token })).status).toBe(200)
    expect(
      (
        await at.call('POST', '/api/auth/reset-password', {
          body: { token: link, password: 'Rather-long-7-words' },
        })
      ).status,
    ).toBe(204)
    expect((await at.call('GET', '/api/me', { token })).status).toBe(401)
  })
})
