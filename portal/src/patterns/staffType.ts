import { staffTypeLabels } from '@teleward/contract/core/staff-labels.ts'
import type { StaffType } from '@teleward/contract/core/permissions.gen.ts'
import { language } from '../i18n/i18n.ts'

/** What a staff type is called in the reader's language; `doctortype` comes as a text in some answers. */
export const staffTypeText = (type: string): string => staffTypeLabels[type as StaffType][language()]
