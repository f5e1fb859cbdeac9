-- How many runs for a draft have taken money: what one takes on average tells how many more the budget of the campaign allows.
-- And whether a run that failed was followed by another: failing once more is then about the person, and stops nobody else.
alter table app.campaign_drafts
  add column paid_runs int not null default 0,
  add column failed_before boolean not null default false;
update app.campaign_drafts set paid_runs = 1 where cost_micros > 0;
