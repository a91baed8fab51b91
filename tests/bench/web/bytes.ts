/** Bytes of scripts and styles that the screens of the product load. */
import { held, type Line } from '../table.ts'
import { listAndLightForm } from './lightForm.ts'
import { goWithin } from './subjects.ts'
import { codeBytes, openList, settled, type Signed } from './visits.ts'

/** A size as text. */
export const kB = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`

const idOfHotel = (v: Signed): Promise<string> =>
  v.page.evaluate(async () => {
    const { token } = JSON.parse(localStorage.getItem('authTokens')!) as { token: string }
    const response = await fetch('/api/hotels?limit=1', {
      headers: { authorization: `Bearer ${token}` },
    })
    return ((await response.json()) as { data: { id: string }[] }).data[0]!.id
  })

/** Opens one screen after the other, with a cache that is empty at first. */
export const bytes = async (v: Signed): Promise<Line[]> => {
  const lines: Line[] = []
  const screen = async (name: string, most: number, open: () => Promise<unknown>) => {
    const before = codeBytes(v.sent)
    await open()
    const cost = codeBytes(v.sent) - before
    lines.push(held(name, kB(cost), cost / 1000, { most, unit: 'kB' }))
    await settled(v)
  }
  await screen('first list, cold cache: scripts and styles', 165, () => openList(v.page, '/hotels'))
  const first = codeBytes(v.sent)
  const both = await listAndLightForm(v)
  lines.push(
    held('list and form, without the inputs that open a list', kB(both), both / 1000, {
      most: 200,
      unit: 'kB',
    }),
    { measure: 'of it loaded for the form and when idle', value: kB(both - first) },
  )
  const open = (path: string, ready: () => Promise<unknown>) => async () => {
    await goWithin(v.page, path)
    await ready()
    await settled(v)
  }
  const heading = () => v.page.getByRole('heading', { level: 1 }).first().waitFor()
  await screen(
    'further: the inputs that open a list, on a form that has them all',
    120,
    open('/addhotel', () => v.page.locator('form input').first().waitFor()),
  )
  await screen('further: dashboard', 60, open('/dashboard', heading))
  await screen('further: detail of a hotel', 34, open(`/hotels/${await idOfHotel(v)}`, heading))
  const firebase = v.sent.filter(
    (s) => /firebase|firestore/i.test(s.path) && !s.path.endsWith('firebase-messaging-sw.js'),
  )
  lines.push(held('files of Firebase', String(firebase.length), firebase.length, { most: 0 }))
  return lines
}
