import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { openIgnorePolicy } from "./policy.ts";
import { SECRET_NAMES, SECRET_PATTERNS, secretKindOf } from "./secret-names.ts";
import { temporaryFolder } from "./testing/written-tree.ts";

const environment = { home: null, variables: { GIT_CONFIG_NOSYSTEM: "1" } };

/**
 * The paths of a list that are ignored, in a folder with the given ignore files. Paths that end with `/` are
 * folders.
 */
function leftOut(paths: string, controlFiles: Readonly<Record<string, string>> = {}): string[] {
  const root = temporaryFolder();
  for (const [name, text] of Object.entries(controlFiles)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
  const policy = openIgnorePolicy({ root, environment });
  const isIgnored = (path: string): boolean =>
    policy.ignores(path.replace(/\/$/, ""), path.endsWith("/") ? "directory" : "file").ignored;
  return wordsOf(paths).filter(isIgnored);
}

function wordsOf(list: string): string[] {
  return list.trim().split(/\s+/);
}

const SECRETS = {
  "environment files": `
    .env .env.local .env.production api/.env.test .env-prod .env_staging prod.env docker/web.env PROD.ENV .envrc .envrc.local
    .dev.vars .dev.vars.production .Renviron`,
  "keys and key stores": `
    server.pem SERVER.PEM tls.key AuthKey_ABC123.p8 cert.p12 cert.PFX app.jks release.keystore putty.ppk me.asc me.gpg
    id_rsa id_rsa.pub id_ed25519 id_ed25519_sk id_ecdsa.old github_rsa travis_rsa deploy_key deploy-key ci/site_deploy_key
    private_key .vagrant/machines/default/virtualbox/private_key ssh_host_ed25519_key .ssh/config .ssh/known_hosts
    .gnupg/private-keys-v1.d/A.key http.keytab wallet.dat age/keys.agekey config/master.key config/credentials/production.key`,
  histories: `
    .bash_history .zsh_history .zhistory .sh_history .psql_history .mysql_history .python_history .node_repl_history
    .irb_history .irb-history .pry_history .rediscli_history .sqlite_history .Rhistory .histfile .lesshst .viminfo .octave_hist
    fish_history .local/share/fish/fish_history .config/nushell/history.txt .aider.input.history ConsoleHost_history.txt`,
  "cloud and infrastructure": `
    .aws/credentials .aws/config home/.aws/sso/cache/1.json .boto .s3cfg .passwd-s3fs rclone.conf .config/rclone/rclone.conf
    me_accessKeys.csv rootkey.csv application_default_credentials.json serviceAccountKey.json service-account.json
    service_account-prod.json my-service-account.json app-firebase-adminsdk-x1y2-0a1b2c.json firebase-adminsdk-x.json
    gha-creds-1.json client_secret_1-a.apps.googleusercontent.com.json google-services.json .azure/accessTokens.json
    local.settings.json site.publishsettings terraform.tfvars prod.auto.tfvars prod.tfvars.json terraform.tfstate
    terraform.tfstate.backup terraform.tfstate.1700000000.backup .terraformrc terraform.rc .terraform.d/credentials.tfrc.json
    .vault-token .vault_pass .vault_pass.txt vault_pass.txt .ansible_vault_password .pulumi/credentials.json kubeconfig
    kubeconfig.yaml prod.kubeconfig .kube/config k3s.yaml .docker/config.json .dockercfg doctl/config.yaml
    .wrangler/config/default.toml .databrickscfg kaggle.json clouds.yaml .erlang.cookie`,
  "registries and hosts": `
    .npmrc .pypirc .composer/auth.json auth.json api/auth.json .gem/credentials .cargo/credentials.toml .m2/settings.xml
    .gradle/gradle.properties .git-credentials .config/gh/hosts.yml .config/hub .travis/config.yml .circleci/cli.yml
    credentials.xml keystore.properties key.properties local.properties`,
  "databases, mail and logins": `
    .pgpass pgpass.conf .my.cnf .mylogin.cnf .netrc _netrc .authinfo .htpasswd .htdigest sftp-config.json recentservers.xml
    .msmtprc .fetchmailrc .muttrc .mbsyncrc .irssi/config .purple/accounts.xml office.ovpn office.rdp .curlrc cookies.txt
    Passwords.kdbx old.kdb 1Password.1pif me.agilekeychain/ login.keychain-db .password-store/a.gpg etc/shadow
    jupyter_notebook_config.json .jupyter/jupyter_server_config.py`,
  "secrets by their name": `
    secrets.json secrets.yaml secrets.yml secrets.toml secrets.env Secrets.json secret.yml config/secrets.yml secrets.prod.yaml
    prod.secrets.yaml credentials.json credentials.yml credentials passwords.txt api_key.txt token.txt .secrets .secrets.toml
    .secret .token .streamlit/secrets.toml config/prod.secret.exs config/initializers/secret_token.rb credentials.yml.enc`,
};

it.each(Object.entries(SECRETS))("leaves out %s", (_, paths) => {
  expect(leftOut(paths)).toEqual(wordsOf(paths));
});

const SOURCE = {
  "source whose names are near": `
    credentials.py secrets.ts secrets.go Secret.java secret.rs token.go token.ts tokens.json key.rs keys.py env.ts env.d.ts
    environment.ts dotenv.js credentials.go passwords.py password.rs auth.ts auth.go history.ts history.go bash_history.py
    kubeconfig.go deploy_key.rb vault.go netrc.py npmrc.ts pgpass.rs terraform.go private_key.cpp id_rsa_test/ api_key.py
    secret_key.py session.key.ts secrets.test.ts secrets_manager.tf secrets.tf variables.tf main.tf`,
  "settings that are source": `
    wp-config.php settings.py database.yml gradle.properties nuget.config NuGet.config .yarnrc.yml .gitconfig appsettings.json
    .travis.yml .circleci/config.yml Pulumi.dev.yaml .secrets.baseline .sops.yaml ansible.cfg pom.xml settings.xml config.json
    config.yml hosts.yml profiles.yml .bashrc .profile .editorconfig .prettierrc .mailmap .aws/task-definition.json config.php
    external-secrets.yaml sealed-secrets.yaml config hub credential.yaml`,
  templates: `
    .env.example .env.sample .env.template .env.dist .env.local.example .env.defaults .env-example .env_sample example.env
    prod.example.env terraform.tfvars.example example.tfvars prod-example.tfvars secrets.yml.example secrets.example.yaml
    credentials.json.dist credentials.example.json service-account-example.json client_secret.sample.json .npmrc.example
    auth.json.dist .pgpass.sample id_rsa.example wp-config-sample.php .envrc.example secrets.schema.json .dev.vars.example
    kubeconfig.template .netrc.tmpl`,
  "texts and templates with such names": `
    locales/en/auth.json public/locale/de/token.json src/i18n/fr/secrets.json lang/en/passwords.yml messages/en/auth.json
    charts/app/templates/secret.yaml charts/app/templates/db/secrets.yml templates/app-secrets.yaml`,
  "folders with such names": `
    kubeconfig/ credentials/ deploy_key/ vault_pass/ token/ secrets/ secret/ id_rsa/ private_key/ cmd/kubeconfig/main.go
    pkg/credentials/aws.go internal/secrets/store.go service-account/main.tf keys/ bash_history/ msmtprc/`,
};

it.each(Object.entries(SOURCE))("keeps %s", (_, paths) => {
  expect(leftOut(paths)).toEqual([]);
});

it("lets a .satoriignore bring back a file, and no other", () => {
  const controlFiles = { ".satoriignore": "!deploy_key\n!/config/.env\n" };
  expect(leftOut("deploy_key a/deploy_key config/.env .env a/.env", controlFiles)).toEqual(
    wordsOf(".env a/.env"),
  );
});

it("leaves out secrets in a folder that is brought back, unless they are named", () => {
  expect(leftOut(".ssh/ .ssh/config .ssh/id_rsa", { ".satoriignore": "!.ssh/\n" })).toEqual([".ssh/id_rsa"]);
  expect(leftOut(".ssh/ .ssh/config .ssh/id_rsa", { ".satoriignore": "!.ssh/\n!.ssh/**\n" })).toEqual([]);
  expect(leftOut("config/ config/.env", { ".satoriignore": "!config/\n" })).toEqual(["config/.env"]);
  expect(leftOut("a/.env b/.env", { "a/.satoriignore": "!.env\n" })).toEqual(["b/.env"]);
});

it("names the kind of each pattern, and none of other rules", () => {
  const policy = openIgnorePolicy({ root: temporaryFolder(), environment });
  const kindOf = (path: string): string | null => {
    const { rule } = policy.ignores(path, "file");
    return rule && secretKindOf(rule);
  };
  expect(kindOf(".bash_history")).toBe("a history of what was typed");
  expect(kindOf("a/.aws/credentials")).toBe("credentials of AWS or of a store that is compatible with S3");
  expect(kindOf("a.png")).toBeNull();
  expect(kindOf(".env.example")).toBeNull();
  expect(
    secretKindOf({ pattern: ".env", source: { kind: "gitignore", file: ".gitignore", base: "" } }),
  ).toBeNull();
});

it("has each pattern once, with a kind and a source", () => {
  expect(SECRET_PATTERNS.filter((pattern, at) => SECRET_PATTERNS.indexOf(pattern) !== at)).toEqual([]);
  expect(SECRET_NAMES.filter(({ what, sources }) => what === "" || sources.length === 0)).toEqual([]);
});
