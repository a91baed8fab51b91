import '#tests/support/dom.ts'
import { describeScreens } from './suite.ts'

describeScreens('vendor staff', { tenant: true })
