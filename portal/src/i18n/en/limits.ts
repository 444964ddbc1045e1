import type { Translation } from '../types.ts'
import type source from '../zh-TW/limits.ts'

/** Limits of monitoring in one line: for who sets them and who watches. */
export default {
  says: {
    above: '{{measure}} above {{value}}',
    below: '{{measure}} below {{value}}',
    change: '{{measure}} changes by {{value}} within {{count}} h',
    noData: '{{measure}}: no reading for {{count}} h',
  },
  between: '{{from}}:00 to {{to}}:00',
} satisfies Translation<typeof source>
