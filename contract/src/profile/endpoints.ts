import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { uuid } from '../core/scalars.ts'
import {
  allDoctorBody,
  bank,
  bankBranch,
  doctorRow,
  employee,
  employeesBody,
  experienceBody,
  myService,
  myServiceBody,
  myServiceLangBody,
  phoneAnswer,
  phoneBody,
  photos,
  photoTicket,
  profile,
  profileBody,
  queryDoctorBody,
  uploadBody,
} from './schema.ts'

const own = { permission: 'setting.own', tags: ['profile', 'session'] } as const

export const getProfile = endpoint({
  ...own,
  method: 'GET',
  path: '/his/api/profile',
  summary: 'Own profile, with the version of each of its parts',
  audit: 'none',
  response: profile,
  errors: ['NOT_FOUND'],
})

export const postProfile = endpoint({
  ...own,
  method: 'POST',
  path: '/his/api/profile',
  summary: 'Change a part of the own profile: the person, or the bank account (with the password)',
  audit: 'write',
  idempotent: true,
  body: profileBody,
  response: profile,
  errors: [
    'VERSION_STALE',
    'VALUE_INVALID',
    'BANK_KIND_REQUIRED',
    'BANK_INCOMPLETE',
    'WRONG_PASSWORD',
    'LOGIN_LOCKED',
    'FORBIDDEN',
  ],
})

export const postExperience = endpoint({
  ...own,
  method: 'POST',
  path: '/his/api/experience',
  summary: 'Own education and career, eight rows each',
  audit: 'write',
  idempotent: true,
  body: experienceBody,
  response: profile,
  errors: ['VERSION_STALE', 'VALUE_INVALID', 'FIELD_EMPTY'],
})

export const postMyService = endpoint({
  ...own,
  method: 'POST',
  path: '/his/api/myservice',
  summary: 'Own service flags and the types that follow from them; what is booked is told before it is closed',
  audit: 'write',
  idempotent: true,
  body: myServiceBody,
  response: myService,
  errors: ['VERSION_STALE', 'ILLEGAL_STEP', 'FIELD_RELATED', 'FORBIDDEN', 'NOT_FOUND'],
})

export const postMyServiceLang = endpoint({
  ...own,
  method: 'POST',
  path: '/his/api/myservicelang',
  summary: 'Own service languages',
  audit: 'write',
  idempotent: true,
  body: myServiceLangBody,
  response: myService,
  errors: ['VERSION_STALE', 'NOT_FOUND'],
})

export const postEditDoctorPhone = endpoint({
  ...own,
  method: 'POST',
  path: '/his/api/editdoctorphone',
  summary: 'Change the own mobile: by the password a code to the new number, then the code',
  audit: 'write',
  body: phoneBody,
  response: phoneAnswer,
  errors: [
    'WRONG_PASSWORD',
    'LOGIN_LOCKED',
    'PHONE_INVALID',
    'PHONE_TAKEN',
    'CODE_REQUIRED',
    'CODE_WRONG',
    'CODE_EXPIRED',
    'CODE_USED',
    'CODE_TRIES_EXCEEDED',
    'CODE_SEND_LIMIT',
    'CODE_SEND_FAILED',
  ],
})

export const postPhotoPath = endpoint({
  ...own,
  method: 'POST',
  path: '/his/api/photopath',
  summary: 'Signed addresses of the own photo, licence, bank book and signature',
  audit: 'none',
  body: z.object({}),
  response: photos,
})

export const postUploadPhoto = endpoint({
  ...own,
  method: 'POST',
  path: '/his/api/uploadphoto/2',
  summary: 'Upload the own photo, licence, bank book or signature: JPEG or PNG, at most 2 MB',
  audit: 'write',
  body: uploadBody,
  response: photos,
  errors: [
    'UPLOAD_TOO_LARGE',
    'UPLOAD_PIXELS',
    'UPLOAD_IMAGE_ONLY',
    'UPLOAD_CONTENT',
    'UPLOAD_EMPTY',
    'UPLOAD_FAILED',
    'VERSION_STALE',
  ],
})

/** What a signed address points to: an `<img>` sends no bearer, the address itself is the permission. */
export const getStaffPhoto = endpoint({
  method: 'GET',
  path: '/his/api/staffphotos/{id}',
  summary: 'The picture behind a signed address',
  permission: 'public',
  audit: 'none',
  params: z.object({ id: uuid }),
  query: photoTicket,
  response: z.unknown(),
  raw: true,
  file: 'picture',
  errors: ['FILE_LINK_EXPIRED', 'NOT_FOUND'],
  tags: [],
})

export const getBanks = endpoint({
  method: 'GET',
  path: '/his/api/banks',
  summary: 'Banks of Taiwan by code',
  permission: 'setting.own',
  audit: 'none',
  response: z.array(bank),
  tags: [],
})

export const getBankBranches = endpoint({
  method: 'GET',
  path: '/his/api/banks/{code}',
  summary: 'Branches of one bank',
  permission: 'setting.own',
  audit: 'none',
  params: z.object({ code: z.string().regex(/^\d{3}$/) }),
  response: z.array(bankBranch),
  errors: ['NOT_FOUND'],
  tags: [],
})

const people = { method: 'POST', permission: 'setting.own', audit: 'none', list: true, tags: ['profile'] } as const

export const employees = endpoint({
  ...people,
  path: '/his/api/employees',
  summary: 'Staff of the own units',
  body: employeesBody,
  response: employee,
})
export const allDoctor = endpoint({
  ...people,
  path: '/his/api/alldoctor',
  summary: 'All doctors of the own units, with what they serve',
  body: allDoctorBody,
  response: doctorRow,
})
export const queryDoctor = endpoint({
  ...people,
  path: '/his/api/querydoctor',
  summary: 'Doctors by name, division, unit, language or service',
  body: queryDoctorBody,
  response: doctorRow,
})
