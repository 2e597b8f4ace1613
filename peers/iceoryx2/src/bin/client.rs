// SPDX-License-Identifier: Apache-2.0
//! iceoryx2-bench-client: measures publishers and subscribers of iceoryx2. See README.md.

use std::time::Instant;

use iceoryx2_bench::{
    answer_commands, error_line, now_ns, options, call_deadline, print_line, ready_line, word, Channel,
    Command, Failure, Kind, Measured, Side,
};

struct Client {
    channel: Channel,
}

impl Client {
    fn post(&self, kind: Kind, bytes: usize) -> Result<(), Failure> {
        self.channel.send([kind as u64, now_ns()], &[], bytes)
    }

    /// Posts and polls for the reply.
    fn call<T>(
        &self,
        kind: Kind,
        bytes: usize,
        mut take: impl FnMut([u64; 2], &[u8]) -> T,
    ) -> Result<T, Failure> {
        self.post(kind, bytes)?;
        let mut polls: u64 = 0;
        let limit = call_deadline();
        loop {
            if let Some(found) = self.channel.poll(&mut take)? {
                return Ok(found);
            }
            polls += 1;
            if polls % (1 << 20) == 0 && Instant::now() > limit {
                return Err("iceoryx2-bench-server does not answer".into());
            }
        }
    }

    fn ping(&self, bytes: usize) -> Result<(), Failure> {
        self.call(Kind::Ping, bytes, |_, _| ())
    }

    fn received(&self) -> Result<u64, Failure> {
        self.call(Kind::AskReceived, 0, |head, _| head[0])
    }

    fn times(&self) -> Result<Vec<u64>, Failure> {
        self.call(Kind::AskTimes, 0, |head, rest| {
            (0..head[0] as usize)
                .map(|place| word(rest, place))
                .collect()
        })
    }
}

fn twoway(client: &Client, command: &Command) -> Result<Measured, Failure> {
    for _ in 0..command.warm_up {
        client.ping(command.bytes)?;
    }
    let mut durations_ns = vec![0; (command.calls / command.batch) as usize];
    let begin = now_ns();
    let mut before = begin;
    for duration in durations_ns.iter_mut() {
        for _ in 0..command.batch {
            client.ping(command.bytes)?;
        }
        let after = now_ns();
        *duration = after - before;
        before = after;
    }
    let calls = durations_ns.len() as u64 * command.batch;
    Ok(Measured {
        calls,
        elapsed_ns: before - begin,
        durations_ns,
        batch: command.batch,
    })
}

fn stream(client: &Client, bytes: usize, count: u64) -> Result<(), Failure> {
    for _ in 0..count {
        client.post(Kind::Post, bytes)?;
    }
    let limit = call_deadline();
    let mut arrived = client.received()?;
    while arrived < count {
        if Instant::now() > limit {
            return Err(format!("{} of {count} messages did not arrive", count - arrived).into());
        }
        std::thread::yield_now();
        arrived += client.received()?;
    }
    Ok(())
}

fn oneway(client: &Client, command: &Command) -> Result<Measured, Failure> {
    client.received()?;
    stream(client, command.bytes, command.warm_up)?;
    let begin = now_ns();
    stream(client, command.bytes, command.calls)?;
    let elapsed_ns = now_ns() - begin;
    Ok(Measured {
        calls: command.calls,
        elapsed_ns,
        durations_ns: Vec::new(),
        batch: 1,
    })
}

fn delivery(client: &Client, command: &Command) -> Result<Measured, Failure> {
    let deliver = |count| -> Result<(), Failure> {
        for _ in 0..count {
            client.post(Kind::Deliver, command.bytes)?;
            client.ping(0)?;
        }
        Ok(())
    };
    deliver(command.warm_up)?;
    client.times()?;
    let begin = now_ns();
    deliver(command.calls)?;
    let elapsed_ns = now_ns() - begin;
    let durations_ns = client.times()?;
    Ok(Measured {
        calls: durations_ns.len() as u64,
        elapsed_ns,
        durations_ns,
        batch: 1,
    })
}

fn run(client: &Client, command: &Command) -> Result<Measured, Failure> {
    match command.case.as_str() {
        "twoway" => twoway(client, command),
        "oneway" => oneway(client, command),
        "delivery" => delivery(client, command),
        other => Err(format!(
            "there is no case '{other}' here; known are delivery, oneway, twoway"
        )
        .into()),
    }
}

fn main() {
    let options = options("iceoryx2-bench-client");
    let opened = Channel::open(&options.reference, Side::Client).and_then(|channel| {
        let client = Client { channel };
        client.ping(0)?;
        Ok(client)
    });
    match opened {
        Ok(client) => {
            print_line(&ready_line(&options.name).into());
            answer_commands(&options.name, |command| run(&client, command));
        }
        Err(failure) => {
            print_line(&error_line(&options.name, &failure.to_string()));
            std::process::exit(1);
        }
    }
}
