import { permissions, staffTypes } from '@teleward/contract/core/permissions.gen.ts'

/** Professions that look at remote health data, and so can care in a group. */
export const takers = staffTypes.filter((type) => permissions['monitor.acknowledge'][type] !== '-')
