import '#tests/support/dom.ts'
import { describeScreens } from './suite.ts'

describeScreens('viewer', { complete: true })
describeScreens('manager')
describeScreens('finance')
