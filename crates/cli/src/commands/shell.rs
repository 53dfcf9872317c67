use clap::CommandFactory;

use crate::args::{Cli, CompletionsArgs, ManArgs};
use crate::fault::{Done, Fault};
use crate::output::Output;

pub fn completions(args: CompletionsArgs, output: &Output) -> Result<Done, Fault> {
    let mut text = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "henge", &mut text);
    output.print(String::from_utf8_lossy(&text))?;
    Ok(Done::Finished)
}

pub fn man(args: ManArgs, output: &Output) -> Result<Done, Fault> {
    match args.folder {
        None => {
            let mut text = Vec::new();
            clap_mangen::Man::new(Cli::command()).render(&mut text)?;
            output.print(String::from_utf8_lossy(&text))?;
        }
        Some(folder) => {
            std::fs::create_dir_all(&folder).map_err(|error| Fault::file(&folder, &error))?;
            clap_mangen::generate_to(Cli::command(), &folder)
                .map_err(|error| Fault::file(&folder, &error))?;
            output.line(format!("The pages are in {}.", folder.display()))?;
        }
    }
    Ok(Done::Finished)
}
