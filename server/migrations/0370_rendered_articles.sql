-- A published version as the help center shows it, rendered once by a thread with limits: a view of a page renders nothing.
alter table app.knowledge_article_versions add column html text, add column html_format int;
grant update (html, html_format) on app.knowledge_article_versions to imperium_app;
