import { staffTypeLabels } from '@teleward/contract/core/staff-labels.ts'
import { type StaffType, staffTypes } from '@teleward/contract/core/permissions.gen.ts'
import { language } from '../i18n/i18n.ts'

/** What a staff type is called in the reader's language; `doctortype` comes as a text in some answers. */
export const staffTypeText = (type: string): string => staffTypeLabels[type as StaffType][language()]

/** For a select of all types: found by a part of their name in any language, `first` before the others. */
export const staffTypeChoice = (first?: StaffType) => ({
  showSearch: { filterOption: (typed: string, option?: { value: StaffType }) => isCalled(option?.value, typed) },
  options: staffTypes
    .toSorted((a, b) => Number(b === first) - Number(a === first))
    .map((value) => ({ value, label: staffTypeText(value) })),
})
const plain = (text: string) => text.replace(/\s/g, '').toLowerCase()
export const isCalled = (type: StaffType | undefined, typed: string): boolean =>
  type !== undefined && Object.values(staffTypeLabels[type]).some((label) => plain(label).includes(plain(typed)))
