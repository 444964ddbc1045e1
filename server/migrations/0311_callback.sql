-- When the patient of a visit last asked to be called back, from a link that opens nothing any more; null again as soon as
-- somebody rings, sends another link, or the patient comes.
alter table appointment add column callback_at timestamptz;
