/** The two files by which a zip archive is an extension for VS Code: its manifest, and the types of its contents. */
import { readdirSync } from 'node:fs';
import { extname } from 'node:path';

export interface ExtensionManifest {
  name: string;
  displayName: string;
  description: string;
  version: string;
  publisher: string;
  categories: readonly string[];
  engines: { vscode: string };
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

/** @param platform as VS Code names it: `linux-x64` */
export function vsixManifest(manifest: ExtensionManifest, platform: string): string {
  const { name, displayName, description, version, publisher, categories, engines } = manifest;
  const identity = `Language="en-US" Id="${escaped(name)}" Version="${escaped(version)}" Publisher="${escaped(publisher)}" TargetPlatform="${escaped(platform)}"`;
  const asset = (type: string, path: string): string =>
    `    <Asset Type="Microsoft.VisualStudio.${type}" Path="extension/${path}" Addressable="true" />`;
  return `<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011">
  <Metadata>
    <Identity ${identity} />
    <DisplayName>${escaped(displayName)}</DisplayName>
    <Description xml:space="preserve">${escaped(description)}</Description>
    <Categories>${escaped(categories.join(','))}</Categories>
    <License>extension/LICENSE.txt</License>
    <Properties>
      <Property Id="Microsoft.VisualStudio.Code.Engine" Value="${escaped(engines.vscode)}" />
      <Property Id="Microsoft.VisualStudio.Code.ExtensionKind" Value="workspace" />
    </Properties>
  </Metadata>
  <Installation>
    <InstallationTarget Id="Microsoft.VisualStudio.Code" />
  </Installation>
  <Dependencies />
  <Assets>
${asset('Code.Manifest', 'package.json')}
${asset('Services.Content.Details', 'readme.md')}
${asset('Services.Content.License', 'LICENSE.txt')}
  </Assets>
</PackageManifest>
`;
}

/** Every ending in the folder has a type; files without one are named. */
export function contentTypes(folder: string): string {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((item) => item.isFile());
  const endings = new Set(files.map(({ name }) => extname(name).toLowerCase()).filter((ending) => ending !== ''));
  endings.add('.vsixmanifest');
  const known: Record<string, string> = {
    '.json': 'application/json',
    '.vsixmanifest': 'text/xml',
    '.md': 'text/markdown',
    '.txt': 'text/plain',
    '.js': 'application/javascript',
  };
  const defaults = [...endings]
    .toSorted()
    .map(
      (ending) =>
        `<Default Extension="${escaped(ending)}" ContentType="${known[ending] ?? 'application/octet-stream'}"/>`,
    );
  return `<?xml version="1.0" encoding="utf-8"?>\n<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">${defaults.join('')}</Types>\n`;
}
