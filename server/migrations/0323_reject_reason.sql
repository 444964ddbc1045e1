-- What whoever did not answer has the patient told instead: one of a few sentences, which the page says in the patient's
-- language. Of several who are rung the last one that said something.
alter table call add column reject_reason text check (reject_reason in ('later', 'soon', 'urgent'));
