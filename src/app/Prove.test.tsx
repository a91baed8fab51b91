// @vitest-environment jsdom
import { useState, type FormEvent } from 'react'
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { call } from '#data/api.ts'
import { isProblem } from '#data/problem.ts'
import { startI18n } from '#ui/i18n.ts'
import { ProofRequested } from './ProofRequested.tsx'
import { Providers } from './Providers.tsx'
import { createQueryClient } from './queryClient.ts'

const json = (body: unknown, status = 200) =>
  new Response(status === 204 ? null : JSON.stringify(body), {
    status,
    headers: { 'Content-Type': 'application/json' },
  })
const problem = (status: number, code: string, detail: string) =>
  json({ type: 'about:blank', title: code, status, code, detail }, status)

let methods: string[]
let isProven: boolean
let asked: string[]

beforeEach(async () => {
  localStorage.setItem('authTokens', JSON.stringify({ token: 'valid', expiresAt: '' }))
  await startI18n('en')
  methods = ['password']
  isProven = false
  asked = []
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', body }: RequestInit = {}) => {
    const { pathname } = new URL(url, 'http://localhost')
    asked.push(`${method} ${pathname}`)
    if (pathname === '/api/auth/prove/email') return json({ status: 'accepted' }, 202)
    if (pathname === '/api/auth/prove') {
      if (method === 'GET') return json({ methods })
      isProven = ['right', '123456'].some((secret) => String(body).includes(`"${secret}"`))
      return isProven ? json(null, 204) : problem(422, 'wrong', 'This is not it.')
    }
    return isProven
      ? json({ data: 'saved' })
      : problem(403, 'step_up_required', 'Confirm your identity.')
  })
})
afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
})

const Form = () => {
  const [said, setSaid] = useState('')
  return (
    <form
      aria-label="Account"
      onSubmit={(e) => {
        e.preventDefault()
        call<{ data: string }>('/api/accounts/1', { method: 'PATCH', body: {} }).then(
          ({ body }) => setSaid(body.data),
          (error: unknown) => setSaid(isProblem(error) ? error.code : 'thrown'),
        )
      }}
    >
      <input aria-label="Payout account" />
      <button>Save</button>
      <output>{said}</output>
    </form>
  )
}
const begin = async () => {
  const user = userEvent.setup()
  render(
    <Providers queryClient={createQueryClient()}>
      <Form />
      <ProofRequested />
    </Providers>,
  )
  await user.type(screen.getByLabelText('Payout account'), 'PT50')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Confirm your identity' }))
  return { user, dialog }
}
const said = () =>
  screen.getByRole('form', { name: 'Account' }).querySelector('output')?.textContent

test('a wrong password shows an error in the dialog; the right one lets the save continue', async () => {
  const { user, dialog } = await begin()
  const password = await dialog.findByLabelText('Password')
  await user.click(dialog.getByRole('button', { name: 'Continue' }))
  await dialog.findByText('Fill this in')
  await user.type(password, 'wrong{Enter}')
  await dialog.findByRole('alert')
  expect(said()).toBe('')
  await user.clear(password)
  await user.type(password, 'right{Enter}')
  await waitFor(() => expect(said()).toBe('saved'))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(asked.filter((a) => a === 'PATCH /api/accounts/1')).toHaveLength(2)
})

test('cancelling the dialog keeps the form values, and saving again reopens it', async () => {
  const { user, dialog } = await begin()
  await user.click(await dialog.findByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(said()).toBe('step_up_required'))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.getByLabelText<HTMLInputElement>('Payout account').value).toBe('PT50')
  expect(asked.filter((a) => a === 'POST /api/auth/prove')).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByRole('dialog', { name: 'Confirm your identity' })
})

test('a person without a password confirms with a code sent by e-mail', async () => {
  methods = ['email']
  const { user, dialog } = await begin()
  await user.click(await dialog.findByRole('button', { name: 'Send code' }))
  await user.type(await dialog.findByLabelText('Code from the e-mail'), '123 456{Enter}')
  await waitFor(() => expect(said()).toBe('saved'))
  expect(asked).toContain('POST /api/auth/prove/email')
})

test('a person with an authenticator confirms with its code', async () => {
  methods = ['code', 'password']
  const { user, dialog } = await begin()
  await user.type(await dialog.findByLabelText('Code of your authenticator'), '123456{Enter}')
  await waitFor(() => expect(said()).toBe('saved'))
})

test('an account with no way to confirm its identity sees an explanation', async () => {
  methods = []
  const { dialog } = await begin()
  await dialog.findByText(/no way to confirm your identity here/)
})

test('submitting the dialog does not submit the form around it', async () => {
  const user = userEvent.setup()
  const submitted = vi.fn((e: FormEvent) => e.preventDefault())
  render(
    <Providers queryClient={createQueryClient()}>
      <form aria-label="Around" onSubmit={submitted}>
        <ProofRequested />
      </form>
    </Providers>,
  )
  const saved = call<{ data: string }>('/api/accounts/1', { method: 'PATCH', body: {} })
  const dialog = within(await screen.findByRole('dialog', { name: 'Confirm your identity' }))
  await user.type(await dialog.findByLabelText('Password'), 'right{Enter}')
  expect((await saved).body.data).toBe('saved')
  expect(submitted).not.toHaveBeenCalled()
})
