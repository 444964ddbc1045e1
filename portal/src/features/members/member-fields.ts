import type { MemberDetail, MemberSaid } from '@teleward/contract/members/schema.ts'

export const LANGUAGES = { 'zh-TW': '繁體中文', 'zh-CN': '简体中文', en: 'English' } as const

/** The form's fields: a member's, each part of the emergency contact by itself, so that two people may change one each. */
export type MemberFields = Omit<MemberSaid, 'emergencyContact'> & {
  unitId?: number | null
  contactName?: string
  contactRelation?: string | null
  contactPhone?: string | null
}

export function fieldsOf(member: MemberDetail): MemberFields {
  const contact = member.emergencyContact
  return {
    account: member.account,
    name: member.name,
    nameEn: member.nameEn,
    idNumber: member.idNumber,
    gender: member.gender,
    birthday: member.birthday,
    height: member.height,
    weight: member.weight,
    nhiCardNumber: member.nhiCardNumber,
    mobile: member.mobile,
    email: member.email,
    language: (member.language in LANGUAGES ? member.language : 'zh-TW') as MemberSaid['language'],
    vip: member.vip,
    contactName: contact?.name ?? '',
    contactRelation: contact?.relation ?? null,
    contactPhone: contact?.phone ?? null,
  }
}

/** What is sent of the fields that were changed; the contact goes whole, as it stands in the form. */
export function saidOf(
  { contactName, contactRelation, contactPhone, ...changed }: MemberFields,
  all: MemberFields,
): MemberSaid & { unitId?: number | null } {
  const touched = [contactName, contactRelation, contactPhone].some((one) => one !== undefined)
  return {
    ...changed,
    ...(touched
      ? {
          emergencyContact: {
            name: all.contactName ?? '',
            relation: all.contactRelation ?? null,
            phone: all.contactPhone ?? null,
          },
        }
      : {}),
  }
}

/** A text that is emptied again where there is none is not changed. */
export const plainOf = (next: MemberFields, live: MemberFields): MemberFields =>
  Object.fromEntries(
    Object.entries(next).map(([name, value]) => {
      const there = live[name as keyof MemberFields]
      return [name, value === '' && (there ?? '') === '' ? there : value]
    }),
  )
