import { expect, test } from 'vitest'
import { isUnnamed, textsNamedIn } from './texts.ts'

const texts = new Map([
  ['form.save', 'Save'],
  ['form.saveAnother', 'Save and add another'],
  ['form.rows_one', '{{count}} row'],
  ['form.rows_other', '{{count}} rows'],
  ['list.op.eq', 'is'],
  ['list.op.ne', 'is not'],
  ['list.add', 'Add'],
])
const keys = (code: string) => textsNamedIn(code, texts).map(([key]) => key)

test('a module gets the texts it names, including all plural forms', () => {
  expect(keys(`t('form.save'); t("form.rows", { count })`)).toEqual([
    'form.save',
    'form.rows_one',
    'form.rows_other',
  ])
})

test('a key with a dynamic end includes every text with its prefix', () => {
  expect(keys('t(`list.op.${op}`)')).toEqual(['list.op.eq', 'list.op.ne'])
})

test('a dynamic key includes no whole part of the texts', () => {
  expect(keys('preference(`form.${entity}`)')).toEqual([])
})

test('ignores other dotted strings and expressions', () => {
  expect(keys(`use('form.control'); form.save(); 'information.save'`)).toEqual([])
})

test('detects a key made at run time, alone or after the name of its part', () => {
  expect(isUnnamed('t(`${view.none}Text`)')).toBe(true)
  expect(isUnnamed('t(`form.${action}`)')).toBe(true)
  expect(isUnnamed('t(`list.op.${op}`); at(`${place}`)')).toBe(false)
})
