import type { NotificationTexts } from './texts.ts'

export const ja: NotificationTexts = {
  news: {
    welcome: {
      title: 'Imperium へようこそ',
      message: '最初の AI エージェントを作成して実行しましょう。サンドボックスモデルはキーなしですぐに使えます。',
    },
    'run-failed': { title: '{agent} が失敗しました', titleOfMany: '{agent} が {count} 回失敗しました', message: '{message}' },
    'workflow-failed': {
      title: 'ワークフロー {workflow} が失敗しました',
      titleOfMany: 'ワークフロー {workflow} が {count} 回失敗しました',
      message: '{message}',
    },
    'member-joined': { title: '{name} さんが組織に参加しました', message: '役割: {role}' },
    'role-changed': { title: 'あなたの役割は {role} になりました', message: '{organization} でできることが変わりました。' },
    'new-device': {
      title: '{device} の {browser} から新しいサインインがありました',
      message: 'アドレス: {address}。心当たりがない場合は、そのセッションを終了し、パスワードを変更してください。',
    },
    'api-key-created': {
      title: '新しい API キー: {name}',
      message: '{creator} さんが作成しました。スコープの範囲内でプログラムが組織を利用できます。',
    },
    'export-ready': { title: 'データの準備ができました', message: '7 日以内にプロフィールからファイルをダウンロードしてください。' },
    'message-received': {
      title: '{name} さんからの新着メッセージ',
      titleOfMany: '{name} さんからの新着メッセージ {count} 件',
      message: '{subject}',
    },
    'conversation-assigned': { title: '{name} さんから会話の担当を任されました', message: '{subject}' },
    'message-undelivered': { title: 'メッセージが届きませんでした: {subject}', message: '{reason}' },
    mentioned: {
      title: '{name} さんがメモであなたにメンションしました',
      titleOfMany: '{count} 件のメモでメンションされました',
      message: '{subject}',
    },
    'ticket-answered': {
      title: '{name}さんがお問い合わせに回答しました',
      titleOfMany: '{name}さんがお問い合わせに{count}件回答しました',
      message: '{subject}',
    },
    'campaign-approval': { title: '{campaign} は承認待ちです', message: '{name} さんが {recipients} 人への送信を希望しています。' },
    'campaign-paused': { title: '{campaign} は一時停止されました', message: '{reason}' },
    'campaign-alarm': { title: '{campaign} の苦情または不達が多すぎます', message: '{reason}' },
    'campaign-completed': { title: '{campaign} が完了しました', message: 'すべての受信者の処理が終わりました。数値をご覧ください。' },
    'approval-requested': { title: '判断が求められています: {title}', message: 'ワークフロー「{workflow}」が待っています。' },
    'webhook-failing': {
      title: '{webhook} の配信が失敗し続けています',
      message: '{since} 以降、配信が一度も成功していません。このままでは {date} に無効になります。',
    },
    'webhook-disabled': {
      title: '{webhook} が無効になりました',
      message: '5 日間、配信が一度も成功しませんでした。再度有効にすると、失敗した配信を再送できます。',
    },
    'webhook-gone': {
      title: '{webhook} が無効になりました',
      message: '受信側が今後の配信を拒否しました (410)。再度有効にすると、失敗した配信を再送できます。',
    },
    'domain-verified': {
      title: '{domain} を確認しました',
      message: 'このドメインは組織につながっています。証明書は数分以内に発行されます。',
    },
    'domain-failed': {
      title: '{domain} を確認できませんでした',
      message: 'DNS レコードが期限内に見つかりませんでした。ドメイン設定で見つかった内容を確認し、もう一度お試しください。',
    },
    'domain-lost': {
      title: '{domain} は別の組織に移りました',
      message: 'ドメインの所有者が別の組織での所有を証明しました。お使いのページとリンクでは使用されなくなります。',
    },
    'connection-failing': {
      title: '{connection} が動作していません',
      message:
        'サービスが接続を拒否しているため、アクションとトリガーが止まっています。自動で再テストされます。回復しない場合は認証情報を入力し直してください。',
    },
    'connection-ending': {
      title: '{connection} に再サインインが必要です',
      message:
        'サインインは {date} に終了し、自動では更新できません。アクションとトリガーを続けるには、その前にサインインし直してください。',
    },
    'job-aside': {
      title: 'バックグラウンド処理が停止されました',
      message: '「{job}」の処理中にサーバーが二度終了したため、自動では再試行されません。このシステムの運用者が再開できます (番号 {id})。',
    },
    'email-aside': {
      title: 'メールがスキップされました',
      message: '「{job}」のメールの読み取り中にサーバーが二度終了したため、再度読み取られません。メールボックスで直接確認してください。',
    },
    'document-aside': {
      title: 'ドキュメントがスキップされました',
      message: '「{job}」の読み取り中にサーバーが二度終了したため、自動では再試行されません。ファイルを分割してアップロードしてください。',
    },
    'assistant-approval': {
      title: '{client} が承認を待っています',
      message: '実行しようとしている操作: {summary}。1 日以内に承認または却下してください。',
    },
    'subscription-renews': {
      title: '{plan} プランは {date} に更新されます',
      message: '継続するには、その日までに {amount} をお支払いください。お支払いは請求ページで行えます。',
    },
    'subscription-renews-itself': {
      title: '{plan} プランは {date} に更新されます',
      message: 'それまでに、選択した支払い方法で {amount} が請求されます。請求ページでオフにできます。',
    },
    'subscription-refused': {
      title: '{plan} プランの自動更新が拒否されました',
      message: 'プランを維持するには、{date} までに請求ページで {amount} をお支払いください。',
    },
    'subscription-ends': {
      title: '{plan} プランは {date} に終了します',
      message: '解約済みです。それまでは請求ページで再開できます。',
    },
    'subscription-due': {
      title: '{plan} プランの支払期限が過ぎています',
      message: 'プランを継続するには、{date} までに {amount} をお支払いください。その後は Free プランの上限が適用されます。',
    },
    'subscription-ended': {
      title: '有料プランが終了しました',
      message: 'Free プランの上限が適用されます。データは削除されていません。上限を超えるエージェントは一時停止されています。',
    },
    'subscription-changed': {
      title: '{plan} プランに変更されました',
      message: '選択した変更が有効になりました。',
    },
    'limit-near': {
      title: '{limit}：プランの {percent} % を使用しました',
      message: '{allowed} のうち {used} を使用しています。{plan} プランではさらに利用できます。',
    },
    'limit-reached': {
      title: '{limit}：プランの上限に達しました',
      message: '{allowed} のうち {used} を使用しています。{plan} プランではさらに利用できます。',
    },
    'top-up-cap': {
      title: '自動チャージは行われませんでした: 月の上限に達しました',
      message: '上限を上げるか、請求ページでチャージしてください。',
    },
    'top-up-mandate': {
      title: '自動チャージは行われませんでした: カードが登録されていません',
      message: '請求ページで一度チャージしてください。カードは次回以降のために保存されます。',
    },
    'top-up-refused': {
      title: '決済事業者が自動チャージを拒否しました',
      message: '請求ページでチャージしてください。明日もう一度試します。',
    },
    'plan-offered': {
      title: '{plan} プランのご提案があります: 月額 {amount}',
      message: '{date} まで有効です。請求ページで上限を確認し、承諾できます。',
    },
    'credits-low': {
      title: 'AI クレジットが残り少なくなりました: {balance}',
      message: '請求ページでチャージすると、引き続きモデルの支払いに使えます。',
    },
    'usage-alert': {
      title: '今月の AI モデルの費用が {cost} になりました',
      message: '使用状況の分析で設定した {amount} を超えています。',
    },
    'metric-alert': { title: 'アラート: {name}', message: '{metric}: {value}。しきい値は {bound} です。' },
    'metric-silent': { title: 'アラート: {name}', message: '何も計上されていません: {metric}。' },
    'metric-resolved': { title: '解決: {name}', message: '{metric}: {value}。' },
  },
  limits: {
    maxAgents: 'AI エージェント',
    maxUsers: 'メンバー',
    storageBytes: 'ストレージ',
    apiCallsPerMonth: '今月の API 呼び出し',
    messagesPerMonth: '今月のメッセージ',
    maxContacts: '連絡先',
    runsPerMonth: '今月のエージェント実行',
    workflowRunsPerMonth: '今月のワークフロー実行',
    tokensPerMonth: '今月のモデルトークン',
  },
  roles: { OWNER: 'オーナー', ADMIN: '管理者', MEMBER: 'ユーザー', VIEWER: '閲覧者' },
  mail: { open: '開く', why: 'メール通知がオンになっているため、このメールをお送りしています。プロフィールで変更できます: {url}' },
  digest: {
    subject: '{organization} の 1 週間',
    text: '{from}から{to}までの AI エージェントの活動です。',
    runs: '実行',
    success: '成功率',
    cost: 'AI 費用',
    before: '前の週は {runs}',
    open: 'ダッシュボードを開く',
    why: '週次ダイジェストがオンになっているため、毎週月曜日にこのメールをお送りしています。',
    unsubscribe: '週次ダイジェストを停止する',
  },
}
