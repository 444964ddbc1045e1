import type { Translation } from '../types.ts'
import type source from '../zh-TW/limits.ts'

/** 监测的界限，一行说完：小组管理与远程监测共用。 */
export default {
  says: {
    above: '{{measure}}高于 {{value}}',
    below: '{{measure}}低于 {{value}}',
    change: '{{measure}}在 {{count}} 小时内变化达 {{value}}',
    noData: '{{measure}}超过 {{count}} 小时没有读值',
  },
  between: '{{from}}–{{to}} 时',
} satisfies Translation<typeof source>
