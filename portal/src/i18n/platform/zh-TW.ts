import { errorTexts } from '@teleward/contract/core/errors.zh-TW.gen.ts'
import { z } from 'zod'
import zodTexts from 'zod/v4/locales/zh-TW.js'
import type { Platform } from '../types.ts'

z.config(zodTexts())

export const platform: Platform = { errors: errorTexts }
