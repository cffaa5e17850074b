/** The test files that take longest start first, so that at the end no core waits for the last of them. */
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** By weight. */
const longest = [
  'offline/random-histories',
  'offline/conflicts/conflict-matrix',
  'cache/undo-large',
  'server/operator/survive-kill',
  'browser/faults/faults',
  'browser/faults/kill',
  'browser/faults/storage',
  'browser/list/gestures-accessibility',
  'browser/looks/accessibility',
]

export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).sort((one, other) => rankOf(one) - rankOf(other))
  }
}

function rankOf({ moduleId }: TestSpecification): number {
  const at = longest.findIndex(name => moduleId.includes(`tests/${name}.test.ts`))
  return at === -1 ? longest.length : at
}
