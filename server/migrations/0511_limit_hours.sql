-- second step of 0210
-- A limit may hold over midnight, and there may be two of a kind whose hours do not meet. Both the check and the index refuse what the
-- services of every version refuse by themselves; no statement goes by the index.
alter table monitor_rule drop constraint monitor_rule_check;
drop index monitor_rule_once;
create unique index monitor_rule_once on monitor_rule (group_id, measure, test, severity, from_hour);
